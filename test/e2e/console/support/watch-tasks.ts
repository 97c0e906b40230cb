import type { Page } from 'playwright-core';
import { onTestFinished } from 'vitest';

/** An event of Chromium's trace, in microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  /** Processor time, which other programs do not lengthen. */
  readonly tdur?: number;
}

const MARK = 'tasks-watched';

/** Watches tasks of the page's thread; the result returns the longest since, in ms of processor time. */
export const watchTasks = async (page: Page): Promise<() => Promise<number>> => {
  const browser = page.context().browser();
  if (browser === null) throw new Error('The page has no browser to trace');
  await browser.startTracing(page, { categories: ['toplevel', 'blink.user_timing'] });
  let trace: Promise<Buffer> | null = null;
  const stop = (): Promise<Buffer> => (trace ??= browser.stopTracing());
  onTestFinished(async () => void (await stop()));
  await page.evaluate(`void performance.mark('${MARK}')`);
  return async () => {
    const { traceEvents } = JSON.parse(String(await stop())) as {
      readonly traceEvents: readonly TraceEvent[];
    };
    const mark = traceEvents.find(({ name }) => name === MARK);
    if (mark === undefined) throw new Error('The trace does not have the page');
    const tasks = traceEvents.filter(
      ({ pid, tid, ts }) => pid === mark.pid && tid === mark.tid && ts >= mark.ts,
    );
    return tasks.reduce((longest, { tdur = 0 }) => Math.max(longest, tdur), 0) / 1000;
  };
};
