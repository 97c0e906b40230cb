import {
  observeWindowOffset,
  observeWindowRect,
  Virtualizer,
  windowScroll,
} from '@tanstack/virtual-core';
import { useEffect, useLayoutEffect, useReducer, useRef } from 'preact/hooks';

interface Options {
  readonly count: number;
  readonly keyOf: (index: number) => string;
  /** Pixels, until a row is measured. */
  readonly rowHeight: number;
  /** Where the list begins in the page, in pixels. */
  readonly top: number;
}

const OVERSCAN = 8;

/** The visible rows of a long list that scrolls with the window. */
export function useWindowVirtual({ count, keyOf, rowHeight, top }: Options) {
  const [, redraw] = useReducer((turn: number) => turn + 1, 0);
  const made = useRef<Virtualizer<Window, HTMLElement> | null>(null);
  const options = {
    count,
    getItemKey: keyOf,
    estimateSize: () => rowHeight,
    scrollMargin: top,
    overscan: OVERSCAN,
    getScrollElement: () => window,
    observeElementRect: observeWindowRect,
    observeElementOffset: observeWindowOffset,
    scrollToFn: windowScroll,
    initialOffset: () => window.scrollY,
    onChange: () => redraw(null),
  };
  made.current ??= new Virtualizer<Window, HTMLElement>(options);
  const virtual = made.current;
  virtual.setOptions(options);
  useEffect(() => virtual._didMount(), [virtual]);
  useLayoutEffect(() => virtual._willUpdate());
  return virtual;
}
