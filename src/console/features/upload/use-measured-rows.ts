import type { RefCallback } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { layOutEqualRows, layOutRows, type RowLayout } from '../../widgets/window-rows.ts';
import type { Item } from './model/queue-item.ts';

interface MeasuredRows {
  readonly rows: RowLayout;
  /** The `ref` of each rendered row, which has `data-id` and `data-index`. */
  readonly measure: RefCallback<HTMLElement>;
}

interface Options {
  readonly items: readonly Item[];
  readonly usualPx: number;
  readonly topPx: number;
}

/** Rows of different heights, of which only rendered ones are measured. Changes above the window move nothing in it. */
export function useMeasuredRows(options: Options): MeasuredRows {
  const { items, usualPx } = options;
  // Only those that differ from the usual one.
  const [heights, setHeights] = useState<ReadonlyMap<string, number>>(new Map());
  const rows = useMemo(
    () =>
      heights.size === 0
        ? layOutEqualRows(items.length, usualPx)
        : layOutRows(items.map(({ id }) => heights.get(id) ?? usualPx)),
    [items, heights, usualPx],
  );
  const latest = useRef({ ...options, rows, heights });
  latest.current = { ...options, rows, heights };
  const shiftPx = useRef(0);
  useLayoutEffect(() => {
    if (shiftPx.current !== 0) window.scrollBy(0, shiftPx.current);
    shiftPx.current = 0;
  }, [rows]);
  const [measure] = useState(() =>
    observeRows((measured) => {
      const { rows: shown, topPx, heights: known } = latest.current;
      const firstInSight = shown.rowAt(window.scrollY - topPx);
      const next = new Map(known);
      let isChanged = false;
      for (const { id, index, heightPx } of measured) {
        const grownPx = heightPx - (next.get(id) ?? usualPx);
        if (grownPx === 0) continue;
        if (heightPx === usualPx) next.delete(id);
        else next.set(id, heightPx);
        if (index < firstInSight) shiftPx.current += grownPx;
        isChanged = true;
      }
      if (isChanged) setHeights(next);
    }),
  );
  return { rows, measure };
}

interface MeasuredRow {
  readonly id: string;
  readonly index: number;
  readonly heightPx: number;
}

/** Calls `onMeasure` with each new height of a row, before it is painted. */
function observeRows(onMeasure: (rows: MeasuredRow[]) => void): RefCallback<HTMLElement> {
  let observer: ResizeObserver | undefined;
  return (element) => {
    if (element === null) return;
    observer ??= new ResizeObserver((entries) => onMeasure(entries.map(toMeasuredRow)));
    observer.observe(element);
    return () => observer?.unobserve(element);
  };
}

function toMeasuredRow({ target, borderBoxSize: [box] }: ResizeObserverEntry): MeasuredRow {
  const { id = '', index } = (target as HTMLElement).dataset;
  return { id, index: Number(index), heightPx: box?.blockSize ?? 0 };
}
