import { signal } from '@preact/signals';
import { listAlbums } from '../../../api/albums.ts';
import type { Album } from '../../../api/types.ts';

const PAGE_SIZE = 100;

/** The albums to choose from, the newest first. They are read in pages, and all of them for a search. */
export class AlbumChoices {
  readonly albums = signal<readonly Album[]>([]);
  readonly hasMore = signal(true);
  readonly isReading = signal(false);
  readonly error = signal<unknown>(null);
  #cursor: string | undefined;
  #wantsAll = false;

  /** Never rejects; one call at a time. A search during the read of a page lets it go on to the end. */
  async read(scope: 'page' | 'all'): Promise<void> {
    this.#wantsAll ||= scope === 'all';
    if (this.isReading.peek()) return;
    this.isReading.value = true;
    this.error.value = null;
    try {
      await this.#readPage();
      while (this.#wantsAll && this.hasMore.peek()) await this.#readPage();
    } catch (reason) {
      this.error.value = reason;
    } finally {
      this.isReading.value = false;
      this.#wantsAll = false;
    }
  }

  async #readPage(): Promise<void> {
    const cursor = this.#cursor;
    const page = await listAlbums({ limit: PAGE_SIZE, ...(cursor !== undefined && { cursor }) });
    const known = new Set(this.albums.peek().map(({ id }) => id));
    this.albums.value = [...this.albums.peek(), ...page.albums.filter(({ id }) => !known.has(id))];
    this.#cursor = page.next_cursor;
    this.hasMore.value = page.has_more;
  }
}
