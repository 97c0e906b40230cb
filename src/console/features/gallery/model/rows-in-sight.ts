export interface Rows {
  readonly count: number;
  /** All are equally high. */
  readonly rowHeightPx: number;
}

export interface RowRange {
  readonly startIndex: number;
  readonly endIndex: number;
}

/** What a window shows, from the top of the first row; above it `offsetPx` is negative. */
interface Stretch {
  readonly offsetPx: number;
  readonly heightPx: number;
}

/**
 * The first and last row in sight; null without rows. It stays the same while the window is within one row: the last one
 * is in sight wherever in the first the window begins, and a part of one more may be.
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
  /** Rows before and after those in sight. */
  readonly overscan: number;
  /** One that is always there; -1 for none. */
  readonly keptRow: number;
}

/** The rows to have in the page, in order. */
export function listRows(range: RowRange | null, { count, overscan, keptRow }: Around): number[] {
  if (range === null) return [];
  const first = Math.max(0, range.startIndex - overscan);
  // Between two rows, the window shows a part of one more at its end.
  const last = Math.min(count - 1, range.endIndex + (range.startIndex > 0 ? 1 : 0) + overscan);
  const rows = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  if (keptRow >= 0 && keptRow < first) rows.unshift(keptRow);
  if (keptRow > last && keptRow < count) rows.push(keptRow);
  return rows;
}
