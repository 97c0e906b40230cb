import { layOutEqualRows, type RowLayout } from '../../../widgets/window-rows.ts';

export interface CellBox {
  readonly leftPx: number;
  readonly widthPx: number;
}

/** Rows of images, as far as these are loaded. */
export interface GridRows extends RowLayout {
  /** The index of a row's first image; that of `count` is the number of images. */
  firstOf(row: number): number;
  rowOf(index: number): number;
  /** Without the gap below. */
  heightOf(row: number): number;
  boxesOf(row: number): readonly CellBox[];
}

const LINE_REM = 4;
const NARROW_LINE_REM = 4.5;
/** As in gallery.css. */
const NARROW_WINDOW_REM = 40;

export function lineHeight(windowPx: number, remPx: number): number {
  const rem = windowPx < NARROW_WINDOW_REM * remPx ? NARROW_LINE_REM : LINE_REM;
  return Math.round(rem * remPx);
}

export function layOutLines(count: number, heightPx: number): GridRows {
  return {
    ...layOutEqualRows(count, heightPx),
    firstOf: (row) => row,
    rowOf: (index) => index,
    heightOf: () => heightPx,
    boxesOf: () => [{ leftPx: 0, widthPx: 1 }],
  };
}

/** The image of a row that is nearest to the middle of another. */
export function nearestIn(rows: GridRows, row: number, index: number): number {
  const middleOf = ({ leftPx, widthPx }: CellBox): number => leftPx + widthPx / 2;
  const from = rows.rowOf(index);
  const own = rows.boxesOf(from)[index - rows.firstOf(from)];
  if (own === undefined) return rows.firstOf(row);
  const away = rows.boxesOf(row).map((box) => Math.abs(middleOf(box) - middleOf(own)));
  return rows.firstOf(row) + away.indexOf(Math.min(...away));
}
