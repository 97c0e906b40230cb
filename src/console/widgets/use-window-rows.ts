import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { findRows, listRows, type RowLayout, type RowRange } from './window-rows.ts';

interface Options {
  readonly rows: RowLayout;
  readonly topPx: number;
  /** The height at the top of the window that bars cover. */
  readonly coveredPx?: number;
  readonly overscan: number;
  /** Rows that are always rendered, in any order. */
  readonly keptRows?: readonly number[];
}

interface ShownRows {
  readonly shown: readonly number[];
  readonly range: RowRange | null;
  /** Whether the window scrolls too fast to load images. */
  readonly isRushing: boolean;
}

/** Faster than a thumb on a wheel, slower than one on a scrollbar. */
const RUSH_PX_PER_MS = 8;
const STILL_MS = 150;

/** The rows of a virtual list in the window. They change once per scrolled row, and cost at most a bisection. */
export function useWindowRows(options: Options): ShownRows {
  const [, redraw] = useState({});
  const [view] = useState(() => new WindowView());
  const latest = useRef(options);
  latest.current = options;
  const drawn = useRef('');
  const range = findRows(options.rows, toStretch(options, view));
  drawn.current = describe(range, view);
  useLayoutEffect(
    () =>
      view.follow(() => {
        const next = findRows(latest.current.rows, toStretch(latest.current, view));
        if (describe(next, view) !== drawn.current) redraw({});
      }),
    [view],
  );
  const { rows, overscan, keptRows = [] } = options;
  const shown = listRows(range, { count: rows.count, overscan, keptRows });
  return { shown, range, isRushing: view.isRushing };
}

function toStretch({ topPx, coveredPx = 0 }: Options, { offsetPx, heightPx }: WindowView) {
  return { offsetPx: offsetPx - topPx + coveredPx, heightPx: heightPx - coveredPx };
}

function describe(range: RowRange | null, { isRushing }: WindowView): string {
  return `${range?.startIndex} ${range?.endIndex} ${isRushing}`;
}

class WindowView {
  offsetPx = window.scrollY;
  // Reading it on each render would force a layout.
  heightPx = window.innerHeight;
  isRushing = false;
  #wasFast = false;
  #atMs = Number.NEGATIVE_INFINITY;
  #still: ReturnType<typeof setTimeout> | undefined;

  /** Calls `onChange` when any of it may have changed; returns a function that stops it. */
  follow(onChange: () => void): () => void {
    const onScroll = (): void => {
      this.#note(window.scrollY);
      clearTimeout(this.#still);
      if (this.isRushing) {
        this.#still = setTimeout(() => {
          this.isRushing = false;
          onChange();
        }, STILL_MS);
      }
      onChange();
    };
    const onResize = (): void => {
      this.heightPx = window.innerHeight;
      onChange();
    };
    addEventListener('scroll', onScroll, { passive: true });
    addEventListener('resize', onResize);
    return () => {
      clearTimeout(this.#still);
      removeEventListener('scroll', onScroll);
      removeEventListener('resize', onResize);
    };
  }

  #note(offsetPx: number): void {
    const now = performance.now();
    const passedMs = now - this.#atMs;
    const speed = Math.abs(offsetPx - this.offsetPx) / Math.max(passedMs, 1);
    const isFast = passedMs < STILL_MS && speed > RUSH_PX_PER_MS;
    // One jump is no rush: what is there is wanted immediately.
    this.isRushing = isFast && this.#wasFast;
    this.#wasFast = isFast;
    this.offsetPx = offsetPx;
    this.#atMs = now;
  }
}
