import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { findRows, listRows, type RowRange, type Rows } from './model/rows-in-sight.ts';

interface WindowRows extends Rows {
  /** How far the first row is from the top of the page. */
  readonly topPx: number;
  /** What the rows are in. */
  readonly body: RefObject<HTMLElement | null>;
  /** Called once the pictures in sight are there. */
  readonly onPictures: () => void;
  /** A row that stays in the page wherever it is, for it has the focus; -1 for none. */
  readonly keptRow: number;
}

interface ShownRows {
  /** The rows to have in the page. */
  readonly rows: readonly number[];
  /** The first and last row in sight; null without any. */
  readonly range: RowRange | null;
  /** Whether rows fly by too fast to be looked at. */
  readonly isRushing: boolean;
}

/** Rows before and after those in sight. */
const OVERSCAN_ROWS = 3;
/** Faster than a thumb on a wheel, slower than one on a scrollbar. */
const RUSH_PX_PER_MS = 8;
/** A picture that takes longer to come keeps nothing waiting. */
const PICTURES_MS = 3000;
/** A window that has not scrolled for so long stands still. */
const STILL_MS = 150;

/**
 * The rows of a long list that scrolls with the window: those in sight and a few around them. All are equally high, so
 * finding them costs the same however many there are, and they change once for each row that the window goes on.
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
  // What is in sight comes first, its pictures too, and what is around it once they are there, or the window scrolls.
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
    // Once they are painted.
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

/** What the window shows, from the top of the first row. */
function toStretch({ topPx }: WindowRows, { offsetPx, heightPx }: WindowView) {
  return { offsetPx: offsetPx - topPx, heightPx };
}

function describe(range: RowRange | null, { isRushing }: WindowView): string {
  return `${range?.startIndex} ${range?.endIndex} ${isRushing}`;
}

/** Where the window is in the page, how high it is, and how fast it scrolls. */
class WindowView {
  offsetPx = window.scrollY;
  // To ask for it at each drawing would have the page laid out each time.
  heightPx = window.innerHeight;
  isRushing = false;
  #atMs = Number.NEGATIVE_INFINITY;
  #still: ReturnType<typeof setTimeout> | undefined;

  /** Calls `onChange` whenever any of it may have changed; returns what ends that. */
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
