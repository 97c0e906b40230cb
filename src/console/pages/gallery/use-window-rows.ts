import {
  defaultRangeExtractor,
  observeWindowOffset,
  observeWindowRect,
  Virtualizer,
  windowScroll,
  type VirtualItem,
  type VirtualizerOptions,
} from '@tanstack/virtual-core';
import { useLayoutEffect, useState } from 'preact/hooks';

interface WindowRows {
  readonly count: number;
  readonly rowHeightPx: number;
  /** How far the first row is from the top of the page. */
  readonly topPx: number;
  /** A row that stays in the page wherever it is, for it has the focus; -1 for none. */
  readonly keptRow: number;
}

interface ShownRows {
  readonly rows: readonly VirtualItem[];
  readonly heightPx: number;
  /** The first and last row in sight. */
  readonly range: { readonly startIndex: number; readonly endIndex: number } | null;
  /** Whether rows fly by too fast to be looked at. */
  readonly isRushing: boolean;
}

/** Rows before and after those in sight. */
const OVERSCAN_ROWS = 3;
/** Faster than a thumb on a wheel, slower than one on a scrollbar. */
const RUSH_PX_PER_MS = 8;

/** The rows of a long list that scrolls with the window: those in sight and a few around them. */
export function useWindowRows({ count, rowHeightPx, topPx, keptRow }: WindowRows): ShownRows {
  const [, redraw] = useState(0);
  const [pace] = useState(() => new ScrollPace());
  // To ask the window for its size at each drawing would have it laid out each time.
  const [initialRect] = useState(() => ({ width: innerWidth, height: innerHeight }));
  const options: VirtualizerOptions<Window, Element> = {
    count,
    estimateSize: () => rowHeightPx,
    scrollMargin: topPx,
    overscan: OVERSCAN_ROWS,
    getScrollElement: () => window,
    initialOffset: () => window.scrollY,
    initialRect,
    observeElementRect: observeWindowRect,
    observeElementOffset: observeWindowOffset,
    scrollToFn: windowScroll,
    rangeExtractor: (range) => {
      const indexes = defaultRangeExtractor(range);
      const isMissing = keptRow >= 0 && keptRow < count && !indexes.includes(keptRow);
      return isMissing ? [...indexes, keptRow].sort((one, other) => one - other) : indexes;
    },
    onChange: ({ scrollOffset, isScrolling }) => {
      pace.note(scrollOffset ?? 0, isScrolling);
      redraw((times) => times + 1);
    },
  };
  const [virtualizer] = useState(() => new Virtualizer<Window, Element>(options));
  virtualizer.setOptions(options);
  useLayoutEffect(() => virtualizer._didMount(), [virtualizer]);
  useLayoutEffect(() => virtualizer._willUpdate());
  // Rows have other heights in a window of another width.
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeightPx]);
  return {
    rows: virtualizer.getVirtualItems(),
    heightPx: virtualizer.getTotalSize(),
    range: virtualizer.range,
    isRushing: pace.isRushing,
  };
}

/** How fast the window scrolls. */
class ScrollPace {
  isRushing = false;
  #offsetPx = 0;
  #atMs = 0;

  note(offsetPx: number, isScrolling: boolean): void {
    const now = performance.now();
    const speed = Math.abs(offsetPx - this.#offsetPx) / Math.max(now - this.#atMs, 1);
    this.isRushing = isScrolling && speed > RUSH_PX_PER_MS;
    this.#offsetPx = offsetPx;
    this.#atMs = now;
  }
}
