import { findRow } from '../../../widgets/window-rows.ts';
import type { CellBox, GridRows } from './grid-rows.ts';
import { SQUARE } from './stored-view.ts';

export interface JustifiedBox {
  readonly widthPx: number;
  readonly targetPx: number;
  readonly gapPx: number;
}

/** The last row is not as wide as the others if it would have to be higher. */
export const STRETCH_MAX = 1.25;

/**
 * Rows of one width in which images keep their proportions.
 *
 * - A row depends only on its images and those before it, so images that come at the end move none.
 * - An array that has grown since the last call costs its new images, another one all of them.
 */
export class JustifiedRows implements GridRows {
  readonly #box: JustifiedBox;
  #aspects: ArrayLike<number> = [];
  #laidOut = 0;
  /** The first image of each row, and after the last row the number of images. */
  #firsts: number[] = [0];
  #tops: number[] = [0];
  #isLastWhole = true;

  constructor(box: JustifiedBox) {
    this.#box = box;
  }

  get count(): number {
    return this.#firsts.length - 1;
  }

  /** Takes the aspects of all images, in parts of SQUARE. */
  layOut(aspects: ArrayLike<number>): void {
    const hasGrown = aspects === this.#aspects && aspects.length >= this.#laidOut;
    if (hasGrown && aspects.length === this.#laidOut) return;
    if (!hasGrown) [this.#firsts, this.#tops] = [[0], [0]];
    else if (!this.#isLastWhole) {
      this.#firsts.pop();
      this.#tops.pop();
    }
    this.#aspects = aspects;
    this.#laidOut = aspects.length;
    this.#fill(this.#firsts.at(-1) ?? 0);
  }

  startOf = (row: number): number => this.#tops[Math.min(row, this.count)] ?? 0;

  rowAt = (offsetPx: number): number => findRow(this.count, this.startOf, offsetPx);

  firstOf(row: number): number {
    return this.#firsts[Math.min(row, this.count)] ?? 0;
  }

  rowOf(index: number): number {
    return findRow(this.count, (row) => this.firstOf(row), index);
  }

  heightOf(row: number): number {
    return this.startOf(row + 1) - this.startOf(row) - this.#box.gapPx;
  }

  boxesOf(row: number): CellBox[] {
    const { widthPx, gapPx } = this.#box;
    const first = this.firstOf(row);
    const aspects = Array.from(
      { length: this.firstOf(row + 1) - first },
      (_, place) => (this.#aspects[first + place] ?? 0) / SQUARE,
    );
    const sum = aspects.reduce((total, aspect) => total + aspect, 0);
    const freePx = widthPx - gapPx * (aspects.length - 1);
    const heightPx = Math.min(freePx / sum, this.#isStretched(row) ? Infinity : this.heightOf(row));
    let before = 0;
    return aspects.map((aspect, place) => {
      // Rounded edges, so that gaps are equal and rows end together.
      const leftPx = Math.round(before * heightPx) + place * gapPx;
      before += aspect;
      return { leftPx, widthPx: Math.round(before * heightPx) + place * gapPx - leftPx };
    });
  }

  #isStretched(row: number): boolean {
    return row < this.count - 1 || this.#isLastWhole;
  }

  #fill(from: number): void {
    const { targetPx } = this.#box;
    let first = from;
    let sum = 0;
    this.#isLastWhole = true;
    for (let index = from; index < this.#laidOut; index += 1) {
      const aspect = this.#aspects[index];
      if (aspect === undefined) return;
      const heightPx = this.#heightOf(sum + aspect, index + 1 - first);
      if (heightPx > targetPx) {
        sum += aspect;
        continue;
      }
      // The nearer of both: with this image lower, or without it higher.
      const withoutPx = index === first ? Infinity : this.#heightOf(sum, index - first);
      const isNearer = targetPx / heightPx <= withoutPx / targetPx;
      if (isNearer) {
        this.#end(index + 1, heightPx);
        [first, sum] = [index + 1, 0];
      } else {
        this.#end(index, withoutPx);
        [first, sum] = [index, aspect];
      }
    }
    if (first === this.#laidOut) return;
    this.#isLastWhole = false;
    const heightPx = this.#heightOf(sum, this.#laidOut - first);
    this.#end(this.#laidOut, Math.min(heightPx, targetPx * STRETCH_MAX));
  }

  #heightOf(aspects: number, count: number): number {
    const { widthPx, gapPx } = this.#box;
    return ((widthPx - gapPx * (count - 1)) / aspects) * SQUARE;
  }

  #end(next: number, heightPx: number): void {
    const topPx = this.#tops.at(-1) ?? 0;
    this.#firsts.push(next);
    this.#tops.push(topPx + Math.round(heightPx) + this.#box.gapPx);
  }
}
