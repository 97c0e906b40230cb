import { beforeAll, describe, expect, it } from 'vitest';

interface Attempt {
  readonly isBusy: { peek(): boolean };
  readonly error: { peek(): unknown };
  run(work: () => Promise<void>, failed: () => void): Promise<void>;
}

// By path, since tests lack the types of pages.
const MODULE = new URL(
  '../../../../../../src/console/features/access/model/use-attempt.ts',
  import.meta.url,
).href;
const SIGNALS = '@preact/signals';

let createAttempt: () => Attempt;
let effect: (watch: () => void) => () => void;

beforeAll(async () => {
  ({ createAttempt } = (await import(MODULE)) as { createAttempt: () => Attempt });
  ({ effect } = (await import(SIGNALS)) as { effect: (watch: () => void) => () => void });
});

describe('an attempt', () => {
  it('runs once per effect, failed or not', async () => {
    for (const work of [async () => undefined, () => Promise.reject(new Error('refused'))]) {
      const attempt = createAttempt();
      let made = 0;
      let failed = 0;
      const stop = effect(() => {
        void attempt.run(
          () => {
            made += 1;
            // An endless loop would block everything else.
            return made > 3 ? new Promise<void>(() => undefined) : work();
          },
          () => {
            failed += 1;
          },
        );
      });
      await expect.poll(() => attempt.isBusy.peek()).toBe(false);
      await new Promise((resolve) => setImmediate(resolve));
      stop();
      expect(made).toBe(1);
      expect(failed).toBeLessThan(2);
    }
  });

  it('runs one at a time, and keeps its error until the next', async () => {
    const attempt = createAttempt();
    const { promise, resolve } = Promise.withResolvers<void>();
    const first = attempt.run(
      () => promise,
      () => undefined,
    );
    let isMade = false;
    await attempt.run(
      async () => {
        isMade = true;
      },
      () => undefined,
    );
    expect(isMade).toBe(false);
    resolve();
    await first;
    const fault = new Error('refused');
    await attempt.run(
      () => Promise.reject(fault),
      () => undefined,
    );
    expect(attempt.error.peek()).toBe(fault);
  });
});
