export interface Rows {
  readonly count: number;
  readonly rowHeightPx: number;
}

export interface RowRange {
  readonly startIndex: number;
  readonly endIndex: number;
}

/** The visible part of the list, from the top of the first row; `offsetPx` is negative above it. */
interface Stretch {
  readonly offsetPx: number;
  readonly heightPx: number;
}

/**
 * The first and last row in sight, including a partial one; null without rows. Constant while scrolling within a row.
 */
export function findRows({ count, rowHeightPx }: Rows, shown: Stretch): RowRange | null {
  if (count === 0) return null;
  const first = Math.floor(Math.max(shown.offsetPx, 0) / rowHeightPx);
  const startIndex = Math.min(first, count - 1);
  const inSight = Math.ceil((shown.heightPx + Math.min(shown.offsetPx, 0)) / rowHeightPx);
  return { startIndex, endIndex: Math.min(startIndex + Math.max(inSight, 1), count) - 1 };
}

interface Around {
  readonly count: number;
  /** Rows rendered before and after those in sight. */
  readonly overscan: number;
  /** A row that is always rendered; -1 for none. */
  readonly keptRow: number;
}

/** The rows to render, in order. */
export function listRows(range: RowRange | null, { count, overscan, keptRow }: Around): number[] {
  if (range === null) return [];
  const first = Math.max(0, range.startIndex - overscan);
  // Between two rows, a part of one more is visible at the end.
  const last = Math.min(count - 1, range.endIndex + (range.startIndex > 0 ? 1 : 0) + overscan);
  const rows = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  if (keptRow >= 0 && keptRow < first) rows.unshift(keptRow);
  if (keptRow > last && keptRow < count) rows.push(keptRow);
  return rows;
}
