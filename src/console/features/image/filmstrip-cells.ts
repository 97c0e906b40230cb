/** A square of 64 CSS pixels, and the gap behind it. */
export const CELL_PX = 66;

/** Rendered on either side of those in sight. */
const OVERSCAN = 4;

interface Cells {
  readonly first: number;
  readonly last: number;
}

export const NO_CELLS: Cells = { first: 0, last: -1 };

export function findCells(scrolledPx: number, widthPx: number, count: number): Cells {
  const first = Math.floor(scrolledPx / CELL_PX) - OVERSCAN;
  const last = Math.ceil((scrolledPx + widthPx) / CELL_PX) + OVERSCAN;
  return { first: Math.max(0, first), last: Math.min(count - 1, last) };
}

/** In order, with the shown image's, if any. */
export function listCells({ first, last }: Cells, shown: number | null): number[] {
  const cells = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
  if (shown === null || (shown >= first && shown <= last)) return cells;
  return shown < first ? [shown, ...cells] : [...cells, shown];
}

export function isSameRange(one: Cells, other: Cells): boolean {
  return one.first === other.first && one.last === other.last;
}

/** The scroll position with a cell in the middle; browsers bound it. */
export function toCentre(index: number, widthPx: number): number {
  return (index + 0.5) * CELL_PX - widthPx / 2;
}
