import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { ImageGridProps } from './image-grid-props.ts';
import type { ListedSection } from './model/listed-image.ts';
import type { MonthRows } from './model/month-rows.ts';

interface Measures {
  readonly topPx: number;
  /** The height at the top of the window that bars cover. */
  readonly coveredPx: number;
  readonly rows: MonthRows<ListedSection>;
  /** Changes with the places of all rows. */
  readonly layoutOf: string;
}

/** The first image in sight, which stays in sight when months above it turn out higher or lower than estimated. */
interface Anchor {
  readonly section: ListedSection;
  /** Within its month. */
  readonly index: number;
  /** The top of its row. */
  readonly rowPx: number;
}

type Place = ImageGridProps['place'];

/** Restores the scroll position, keeps it while the layout changes, and saves it. */
export function usePlace({ place, onPlace }: ImageGridProps, measures: Measures): void {
  const { topPx, rows, layoutOf } = measures;
  const isReady = rows.count > 0;
  const now = useRef(measures);
  now.current = measures;
  const anchor = useRef<Anchor | null>(null);
  const isBack = useRef(true);
  useEffect(() => {
    // The browser restores an older position.
    history.scrollRestoration = 'manual';
    return () => {
      history.scrollRestoration = 'auto';
    };
  }, []);
  useLayoutEffect(() => {
    if (!isReady) return;
    anchor.current = null;
    if (isBack.current) window.scrollTo(0, 0);
    isBack.current = false;
    if (place.index > 0 || place.offsetPx > 0) {
      const offsetPx = Math.max(place.offsetPx, -measures.coveredPx);
      window.scrollTo(0, topPx + rows.startOf(rows.rowOf(place.index)) + offsetPx);
      // Browsers fire no scroll event if a frame ends where it began.
      window.dispatchEvent(new Event('scroll'));
    }
    const note = (): void => {
      const { topPx: top, coveredPx, rows: laidOut } = now.current;
      const scrolledPx = window.scrollY - top;
      anchor.current = anchorAt(laidOut, findPlace(laidOut, Math.max(0, scrolledPx + coveredPx)));
      onPlace(findPlace(laidOut, Math.max(0, scrolledPx)));
    };
    // Before rows change: reading it later would force a second layout.
    const options = { passive: true, capture: true };
    addEventListener('scroll', note, options);
    return () => removeEventListener('scroll', note, options);
    // When all rows change, the first image in sight stays in sight.
  }, [isReady, layoutOf]);
  useLayoutEffect(() => {
    const kept = anchor.current;
    const part =
      kept === null ? undefined : rows.parts.find(({ section }) => section === kept.section);
    if (kept === null || part === undefined) return;
    const rowPx = part.topPx + part.rows.startOf(part.rows.rowOf(kept.index));
    if (rowPx === kept.rowPx) return;
    anchor.current = { ...kept, rowPx };
    window.scrollBy(0, rowPx - kept.rowPx);
  });
}

/** The first image in sight, and how far its row is above the edge: not at all below the head of its month. */
function findPlace(rows: MonthRows<ListedSection>, scrolledPx: number): Place {
  const index = rows.firstOf(rows.rowAt(scrolledPx));
  return { index, offsetPx: scrolledPx - rows.startOf(rows.rowOf(index)) };
}

function anchorAt(rows: MonthRows<ListedSection>, { index }: Place): Anchor | null {
  const part = rows.partWith(index);
  if (part === undefined) return null;
  const rowPx = rows.startOf(rows.rowOf(index));
  return { section: part.section, index: index - part.first, rowPx };
}
