import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { findRows, listRows, type RowRange, type Rows } from './model/rows-in-sight.ts';

interface WindowRows extends Rows {
  /** The distance of the first row from the top of the page. */
  readonly topPx: number;
  /** The container of the rows. */
  readonly body: RefObject<HTMLElement | null>;
  /** Called once the images in sight have loaded. */
  readonly onPictures: () => void;
  /** The focused row, which is always rendered; -1 for none. */
  readonly keptRow: number;
}

interface ShownRows {
  /** The rows to render. */
  readonly rows: readonly number[];
  readonly range: RowRange | null;
  /** Whether the window scrolls too fast to load images. */
  readonly isRushing: boolean;
}

/** Rows rendered before and after those in sight. */
const OVERSCAN_ROWS = 3;
/** Faster than a thumb on a wheel, slower than one on a scrollbar. */
const RUSH_PX_PER_MS = 8;
/** A slower image delays nothing. */
const PICTURES_MS = 3000;
const STILL_MS = 150;

/**
 * The rendered rows of a virtual list in the window's scroll. All are equally high, so finding them costs the same at any
 * length, and they change once per scrolled row.
 */
export function useWindowRows(options: WindowRows): ShownRows {
  const [, redraw] = useState({});
  const [view] = useState(() => new WindowView());
  const latest = useRef(options);
  latest.current = options;
  const drawn = useRef('');
  const range = findRows(options, toStretch(options, view));
  drawn.current = describe(range, view);
  useLayoutEffect(
    () =>
      view.follow(() => {
        const next = describe(findRows(latest.current, toStretch(latest.current, view)), view);
        if (next !== drawn.current) redraw({});
      }),
    [view],
  );
  // Images in sight load first; the rows around them render after that, or on scroll.
  const [overscan, setOverscan] = useState(0);
  const hasRows = range !== null;
  const { body } = options;
  useEffect(() => {
    if (!hasRows) return;
    let isOver = false;
    const begin = (): void => {
      if (isOver) return;
      isOver = true;
      setOverscan(OVERSCAN_ROWS);
      latest.current.onPictures();
    };
    const late = setTimeout(begin, PICTURES_MS);
    const pictures = [...(body.current?.querySelectorAll('img') ?? [])];
    const decoded = Promise.allSettled(pictures.map((picture) => picture.decode()));
    void decoded.then(() => requestAnimationFrame(() => setTimeout(begin)));
    addEventListener('scroll', begin, { once: true });
    return () => {
      isOver = true;
      clearTimeout(late);
      removeEventListener('scroll', begin);
    };
  }, [hasRows, body]);
  const rows = listRows(range, { ...options, overscan });
  return { rows, range, isRushing: view.isRushing };
}

/** The visible part of the list, from the top of the first row. */
function toStretch({ topPx }: WindowRows, { offsetPx, heightPx }: WindowView) {
  return { offsetPx: offsetPx - topPx, heightPx };
}

function describe(range: RowRange | null, { isRushing }: WindowView): string {
  return `${range?.startIndex} ${range?.endIndex} ${isRushing}`;
}

/** The scroll position, height and speed of the window. */
class WindowView {
  offsetPx = window.scrollY;
  // Reading it on each render would force a layout.
  heightPx = window.innerHeight;
  isRushing = false;
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
    const speed = Math.abs(offsetPx - this.offsetPx) / Math.max(now - this.#atMs, 1);
    this.isRushing = speed > RUSH_PX_PER_MS;
    this.offsetPx = offsetPx;
    this.#atMs = now;
  }
}
