import type { Size } from '../../../../shared/pixels.ts';
import { aspectOf, SQUARE } from './stored-view.ts';

export interface Identified {
  readonly id: number;
}

/** The images of a month, of which the first ones are loaded. */
export class MonthSection<Item extends Identified & Size> {
  /** `YYYY-MM`, UTC; '' if the list has no months. */
  readonly month: string;
  /** Leads to the images after the known ones; null before the first page. */
  cursor: string | null = null;
  isWhole = false;
  /** The shown ones. The same array while it only grows. */
  images: readonly Item[] = [];
  /** Of the shown ones, in parts of SQUARE. Those of forgotten images stay, so that their rows keep their places. */
  aspects: number[] | Uint16Array = [];
  #known: Item[] = [];
  #expected = 0;
  #hasCount = false;

  constructor(month: string) {
    this.month = month;
  }

  /** In order, hidden ones too. */
  get known(): readonly Item[] {
    return this.#known;
  }

  get size(): number {
    return Math.max(this.#expected, this.#known.length);
  }

  /** Without the hidden ones. */
  get shownCount(): number {
    return this.size - this.#known.length + this.images.length;
  }

  get isBegun(): boolean {
    return this.isWhole || this.cursor !== null;
  }

  /** Whether `size` is that of the whole month. */
  get isCounted(): boolean {
    return this.isWhole || this.#hasCount;
  }

  get isCovered(): boolean {
    return this.isWhole || (this.#hasCount && this.#known.length >= this.#expected);
  }

  /** Takes the number that the service has counted. */
  expect(count: number): void {
    if (this.isWhole) return;
    this.#expected = count;
    this.#hasCount = count > 0;
    this.#cutAspects(this.shownCount);
  }

  append(items: readonly Item[], hidden: ReadonlySet<number>): void {
    const images = this.images as Item[];
    for (const item of items) {
      this.#known.push(item);
      if (hidden.has(item.id)) continue;
      this.#takeAspect(images.length, toWhole(item));
      images.push(item);
    }
  }

  /** Replaces the known images by others of the same stretch. */
  replace(known: readonly Item[], hidden: ReadonlySet<number>): void {
    const forgotten = this.aspects.slice(this.images.length);
    this.#expected = this.size + known.length - this.#known.length;
    this.#known = [...known];
    this.images = known.filter(({ id }) => !hidden.has(id));
    this.aspects = [...this.images.map(toWhole), ...forgotten];
  }

  /** Notes that no more images follow. */
  end(): void {
    this.isWhole = true;
    this.#expected = this.#known.length;
    this.#cutAspects(this.shownCount);
  }

  /** Frees the memory of its images. */
  forget(): void {
    this.#expected = this.shownCount;
    this.#hasCount = true;
    this.#known = [];
    this.images = [];
    this.aspects = Uint16Array.from(this.aspects);
    this.cursor = null;
    this.isWhole = false;
  }

  #takeAspect(index: number, aspect: number): void {
    if (this.aspects[index] === aspect) return;
    this.#cutAspects(index);
    if (this.aspects instanceof Uint16Array) this.aspects = [...this.aspects];
    this.aspects.push(aspect);
  }

  /** Another array: rows after those images have moved. */
  #cutAspects(count: number): void {
    if (count < this.aspects.length) this.aspects = this.aspects.slice(0, count);
  }
}

function toWhole(image: Size): number {
  return Math.round(aspectOf(image) * SQUARE);
}
