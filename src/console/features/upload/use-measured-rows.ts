import type { RefCallback } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { layOutRows, type RowLayout } from '../../widgets/window-rows.ts';
import { listExtras, type MeasuredHeight } from './model/list-extras.ts';
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
  const [heights] = useState(() => new Map<string, MeasuredHeight>());
  const [version, redraw] = useState({});
  const rows = useMemo(
    () => layOutRows(items.length, usualPx, listExtras(items, heights, usualPx)),
    [items, heights, version, usualPx],
  );
  const latest = useRef({ ...options, rows });
  latest.current = { ...options, rows };
  const shiftPx = useRef(0);
  useLayoutEffect(() => {
    if (shiftPx.current !== 0) window.scrollBy(0, shiftPx.current);
    shiftPx.current = 0;
  }, [rows]);
  const [measure] = useState(() =>
    observeRows((measured) => {
      const { rows: shown, topPx } = latest.current;
      const firstInSight = shown.rowAt(window.scrollY - topPx);
      let isChanged = false;
      for (const { id, index, heightPx } of measured) {
        const grownPx = heightPx - (heights.get(id)?.heightPx ?? usualPx);
        if (grownPx === 0) continue;
        if (heightPx === usualPx) heights.delete(id);
        else heights.set(id, { index, heightPx });
        if (index < firstInSight) shiftPx.current += grownPx;
        isChanged = true;
      }
      if (isChanged) redraw({});
    }),
  );
  return { rows, measure };
}

interface MeasuredRow extends MeasuredHeight {
  readonly id: string;
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
