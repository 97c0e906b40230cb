import type { CDPSession, Page } from 'playwright-core';

/** Measurements of a scrolled page. */
export interface Scrolling {
  /** Noticeably dropped frames by Chromium's own judgement, per 1,000. */
  readonly droppedPerMille: number;
  /** Frames with an empty cell in the window, per 1,000. */
  readonly blankPerMille: number;
}

const DISTANCE_PX = 24_000;
/** A wheel that turns without a pause. */
const SPEED_PX_PER_S = 2400;
const FRAMES = 'disabled-by-default-devtools.timeline.frame';

/** A frame's stages in Chromium's compositor. */
interface FrameReport {
  readonly state: string;
  readonly affects_smoothness: boolean;
}

interface TraceEvent {
  readonly args: { readonly frame_reporter?: FrameReport };
}

/**
 * Scrolls like a wheel, and counts frames; `cell` selects the elements expected in the window's middle and at its edge.
 */
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

/** Samples three heights of the window at each frame. */
const watchCells = (page: Page, cell: string): Promise<void> =>
  page.evaluate(`{
    const seen = { frames: 0, blank: 0 };
    let isOver = false;
    const look = () => {
      if (isOver) return;
      seen.frames += 1;
      const heights = [0.3, 0.6, 0.95].map((share) => share * innerHeight);
      // There is a gap between two cells: one of two points has to be a cell.
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
