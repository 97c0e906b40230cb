import type { Identified } from './month-section.ts';

/** Consecutive images, of which the first ones are loaded. */
interface Section<Item> {
  readonly images: readonly Item[];
  readonly shownCount: number;
}

/** The images of a list, of which some are loaded, as they were when it was made: sections change in place. */
export class SparseList<Item extends Identified> {
  readonly length: number = 0;
  /** `images` may have grown beyond `end` since. */
  readonly #loaded: { first: number; end: number; images: readonly Item[] }[] = [];

  constructor(sections: readonly Section<Item>[]) {
    for (const { images, shownCount } of sections) {
      const first = this.length;
      if (images.length > 0) this.#loaded.push({ first, end: first + images.length, images });
      this.length += shownCount;
    }
  }

  /** Undefined until it is loaded, and outside of the list. */
  get(index: number): Item | undefined {
    const found = this.#loaded.find(({ end }) => index < end);
    // Negative in the gap before it.
    return found?.images[index - found.first];
  }

  /** -1 unless it is loaded. Searches only if it is not at `last`. */
  indexOf(id: number | null, last = -1): number {
    if (this.get(last)?.id === id) return last;
    for (const { first, end, images } of this.#loaded) {
      const index = first + images.findIndex((image) => image.id === id);
      if (index >= first && index < end) return index;
    }
    return -1;
  }

  /** Of the loaded images from one index up to another, without it. */
  ids(from = 0, to = this.length): number[] {
    return this.#loaded.flatMap(({ first, end, images }) =>
      images
        .slice(Math.max(0, from - first), Math.max(0, Math.min(end, to) - first))
        .map(({ id }) => id),
    );
  }
}
