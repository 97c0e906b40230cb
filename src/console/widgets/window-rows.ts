export interface RowLayout {
  readonly count: number;
  /** The top of a row. That of `count` is the height of all rows. */
  readonly startOf: (row: number) => number;
  /** The row at a distance: the first one above the list, the last one below it. */
  readonly rowAt: (offsetPx: number) => number;
}

export function layOutEqualRows(count: number, heightPx: number): RowLayout {
  return {
    count,
    startOf: (row) => row * heightPx,
    rowAt: (offsetPx) => clampRow(Math.floor(offsetPx / heightPx), count),
  };
}

/** A row and how much higher than usual it is. */
export type Extra = readonly [row: number, px: number];

/** Rows of `usualPx`, apart from `extras`, which are sorted. Costs a step for each of these, however many rows there are. */
export function layOutRows(count: number, usualPx: number, extras: readonly Extra[]): RowLayout {
  const sums = new Float64Array(extras.length + 1);
  for (const [index, [, px]] of extras.entries()) sums[index + 1] = (sums[index] ?? 0) + px;
  const startOf = (row: number): number => {
    const before = bisect(extras.length, (index) => (extras[index]?.[0] ?? 0) < row);
    return row * usualPx + (sums[before] ?? 0);
  };
  return {
    count,
    startOf,
    rowAt: (offsetPx) => findRow(count, startOf, offsetPx),
  };
}

/** The first of `count` indices without a property that only the ones before it have. */
function bisect(count: number, isBefore: (index: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The last of `count` rows that starts at a place or before it; the first one if none does. */
export function findRow(count: number, startOf: (row: number) => number, place: number): number {
  return clampRow(bisect(count, (row) => startOf(row) <= place) - 1, count);
}

export function clampRow(row: number, count: number): number {
  return Math.max(0, Math.min(row, count - 1));
}

/** The visible part of the list, from the top of the first row; `offsetPx` is negative above it. */
interface Stretch {
  readonly offsetPx: number;
  readonly heightPx: number;
}

export interface RowRange {
  readonly startIndex: number;
  readonly endIndex: number;
  /** The last row that comes into sight before the first one has left. */
  readonly nextIndex: number;
}

/** The rows in sight; null without rows. Constant while scrolling within a row. */
export function findRows(rows: RowLayout, shown: Stretch): RowRange | null {
  if (rows.count === 0) return null;
  const startIndex = rows.rowAt(Math.max(shown.offsetPx, 0));
  const lastPx = shown.heightPx + Math.min(shown.offsetPx, 0) - 1;
  const endIndex = rows.rowAt(rows.startOf(startIndex) + Math.max(lastPx, 0));
  // The first row leaves after the page's header.
  const nextIndex = startIndex === 0 ? endIndex : rows.rowAt(rows.startOf(startIndex + 1) + lastPx);
  return { startIndex, endIndex, nextIndex };
}

interface Around {
  readonly count: number;
  readonly overscan: number;
  /** Rows that are always rendered, in any order. */
  readonly keptRows: readonly number[];
}

export function listRows(range: RowRange | null, { count, overscan, keptRows }: Around): number[] {
  if (range === null) return [];
  const first = Math.max(0, range.startIndex - overscan);
  const last = Math.min(count - 1, range.nextIndex + overscan);
  const rows = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const away = [...new Set(keptRows)].sort((one, other) => one - other);
  return [
    ...away.filter((row) => row >= 0 && row < first),
    ...rows,
    ...away.filter((row) => row > last && row < count),
  ];
}
