import { batch, signal } from '@preact/signals';
import type { ImageList } from '../../gallery/model/image-list.ts';
import { NOTHING_SELECTED, selectOnly, type Selection } from '../../gallery/model/selection.ts';

/** The month of all images in a list without dates. */
export const NO_MONTH = '';

/** The selection among the images of an album. */
export class AlbumSelecting {
  readonly selection = signal<Selection>(NOTHING_SELECTED);
  readonly #isReading = signal(false);
  readonly #list: ImageList;

  constructor(list: ImageList) {
    this.#list = list;
  }

  /** Whether images are being read to be selected. */
  get isReading(): boolean {
    return this.#isReading.value;
  }

  /** Whether a press selects. */
  get pressSelects(): boolean {
    return this.#isReading.value || this.selection.value.ids.size > 0;
  }

  /** Selects all images; reads those that are not loaded before. */
  async selectAll(): Promise<void> {
    this.#isReading.value = true;
    const isRead = !this.#list.hasMore || (await this.#list.readMonths([NO_MONTH]));
    if (!this.#isReading.peek()) return;
    batch(() => {
      this.#isReading.value = false;
      if (isRead) this.selection.value = selectOnly(this.#list.items.ids());
    });
  }

  end(): void {
    batch(() => {
      this.#isReading.value = false;
      this.selection.value = NOTHING_SELECTED;
    });
  }
}
