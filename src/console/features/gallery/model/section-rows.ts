import { clampRow, findRow } from '../../../widgets/window-rows.ts';
import { layOutLines, type CellBox, type GridRows } from './grid-rows.ts';
import { JustifiedRows, STRETCH_MAX, type JustifiedBox } from './justified-rows.ts';

export interface SectionBox extends JustifiedBox {
  /** Whether each image has a line of its own, of `targetPx`. */
  readonly isList: boolean;
  /** The height of a month's head, which is its first row and has no images. */
  readonly headPx: number;
}

/** Equal rows for images whose proportions are unknown. */
interface EstimatedRows {
  readonly count: number;
  readonly images: number;
  readonly perRow: number;
  readonly heightPx: number;
}

const NO_ROWS: EstimatedRows = { count: 0, images: 0, perRow: 1, heightPx: 0 };

/** The rows of a month: its head, those of known images, and as many for the rest as its images probably take. */
export class SectionRows implements GridRows {
  readonly #box: SectionBox;
  readonly #heads: number;
  readonly #justified: JustifiedRows;
  #known: GridRows;
  #rest = NO_ROWS;

  constructor(box: SectionBox, hasHead: boolean) {
    this.#box = box;
    this.#heads = hasHead ? 1 : 0;
    this.#justified = new JustifiedRows(box);
    this.#known = this.#justified;
  }

  get count(): number {
    return this.#heads + this.#known.count + this.#rest.count;
  }

  /** Takes the aspects of the known images, the number of all, and the mean aspect of the rest. */
  layOut(aspects: ArrayLike<number>, count: number, meanAspect: number): void {
    const { isList, targetPx } = this.#box;
    if (isList) {
      this.#known = layOutLines(count, targetPx);
      return;
    }
    this.#justified.layOut(aspects);
    this.#rest = estimate(this.#box, count - aspects.length, meanAspect);
  }

  startOf = (row: number): number => {
    const { gapPx } = this.#box;
    const inKnown = row - this.#heads;
    if (inKnown < 0) return 0;
    const beyond = Math.min(inKnown - this.#known.count, this.#rest.count);
    const restPx = beyond > 0 ? beyond * (this.#rest.heightPx + gapPx) : 0;
    return this.#headPx() + this.#known.startOf(Math.min(inKnown, this.#known.count)) + restPx;
  };

  rowAt = (offsetPx: number): number => findRow(this.count, this.startOf, offsetPx);

  firstOf(row: number): number {
    const inKnown = row - this.#heads;
    if (inKnown < 0) return 0;
    const { images, perRow } = this.#rest;
    const beyond = Math.max(0, inKnown - this.#known.count) * perRow;
    return this.#known.firstOf(Math.min(inKnown, this.#known.count)) + Math.min(beyond, images);
  }

  rowOf(index: number): number {
    const known = this.#known.firstOf(this.#known.count);
    if (index < known) return this.#heads + this.#known.rowOf(index);
    const beyond = Math.floor((index - known) / this.#rest.perRow);
    return clampRow(this.#heads + this.#known.count + beyond, this.count);
  }

  heightOf(row: number): number {
    const inKnown = row - this.#heads;
    if (inKnown < 0) return this.#box.headPx;
    return inKnown < this.#known.count ? this.#known.heightOf(inKnown) : this.#rest.heightPx;
  }

  boxesOf(row: number): readonly CellBox[] {
    const inKnown = row - this.#heads;
    if (inKnown < 0) return [];
    if (inKnown < this.#known.count) return this.#known.boxesOf(inKnown);
    const { widthPx, gapPx } = this.#box;
    const { perRow } = this.#rest;
    const cellPx = (widthPx - gapPx * (perRow - 1)) / perRow;
    return Array.from({ length: this.firstOf(row + 1) - this.firstOf(row) }, (_, place) => {
      const leftPx = Math.round(place * (cellPx + gapPx));
      return { leftPx, widthPx: Math.round(place * (cellPx + gapPx) + cellPx) - leftPx };
    });
  }

  #headPx(): number {
    return this.#heads * this.#box.headPx;
  }
}

function estimate(
  { widthPx, targetPx, gapPx }: JustifiedBox,
  images: number,
  aspect: number,
): EstimatedRows {
  if (images <= 0) return NO_ROWS;
  const perRow = Math.max(1, Math.round((widthPx + gapPx) / (aspect * targetPx + gapPx)));
  const wholePx = (widthPx - gapPx * (perRow - 1)) / (perRow * aspect);
  const heightPx = Math.round(Math.min(wholePx, targetPx * STRETCH_MAX));
  return { count: Math.ceil(images / perRow), images, perRow, heightPx };
}
