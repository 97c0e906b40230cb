import type { CDPSession, Page } from 'playwright-core';

/** What was seen while a page was scrolled. */
export interface Scrolling {
  /** Frames that a person misses, as Chromium judges, of 1,000. */
  readonly droppedPerMille: number;
  /** Frames in which a place of the window that should show a picture showed none, of 1,000. */
  readonly blankPerMille: number;
}

const DISTANCE_PX = 24_000;
/** Of a wheel that is turned without a pause. */
const SPEED_PX_PER_S = 2400;
const FRAMES = 'disabled-by-default-devtools.timeline.frame';

/** A frame's way through Chromium's compositor. */
interface FrameReport {
  readonly state: string;
  readonly affects_smoothness: boolean;
}

interface TraceEvent {
  readonly args: { readonly frame_reporter?: FrameReport };
}

/** Scrolls as a wheel does, and counts frames; `cell` selects what has to be in the window's middle and at its edge. */
export const scrollPage = async (page: Page, cell: string): Promise<Scrolling> => {
  const browser = await page.context().newCDPSession(page);
  await watchCells(page, cell);
  const events = await trace(browser, () =>
    browser.send('Input.synthesizeScrollGesture', {
      x: 640,
      y: 400,
      yDistance: -DISTANCE_PX,
      speed: SPEED_PX_PER_S,
      preventFling: true,
      gestureSourceType: 'mouse',
    }),
  );
  const seen = await page.evaluate<{ frames: number; blank: number }>('window.endWatch()');
  const frames = events.flatMap(({ args }) => args.frame_reporter ?? []);
  const dropped = frames.filter(
    ({ state, affects_smoothness }) => state === 'STATE_DROPPED' && affects_smoothness,
  );
  return {
    droppedPerMille: (1000 * dropped.length) / frames.length,
    blankPerMille: (1000 * seen.blank) / seen.frames,
  };
};

/** Looks at three heights of the window at each frame. */
const watchCells = (page: Page, cell: string): Promise<void> =>
  page.evaluate(`{
    const seen = { frames: 0, blank: 0 };
    let isOver = false;
    const look = () => {
      if (isOver) return;
      seen.frames += 1;
      const heights = [0.3, 0.6, 0.95].map((share) => share * innerHeight);
      // Between two cells lies a gap: one of two places has to be a cell.
      const isShown = heights.every((y) => [y, y - 24].some((at) =>
        document.elementFromPoint(400, at)?.closest(${JSON.stringify(cell)})));
      if (!isShown) seen.blank += 1;
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    window.endWatch = () => {
      isOver = true;
      return seen;
    };
  }`);

const trace = async (browser: CDPSession, work: () => Promise<unknown>): Promise<TraceEvent[]> => {
  const events: TraceEvent[] = [];
  browser.on('Tracing.dataCollected', ({ value }) => {
    events.push(...(value as unknown as TraceEvent[]));
  });
  const complete = new Promise<void>((resolve) => {
    browser.once('Tracing.tracingComplete', () => resolve());
  });
  await browser.send('Tracing.start', { categories: FRAMES, transferMode: 'ReportEvents' });
  await work();
  await browser.send('Tracing.end');
  await complete;
  return events;
};
