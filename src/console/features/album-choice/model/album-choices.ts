import { computed, signal } from '@preact/signals';
import { listAlbums } from '../../../api/albums.ts';
import type { Album } from '../../../api/types.ts';

interface Pages {
  readonly albums: readonly Album[];
  readonly cursor: string;
  readonly hasMore: boolean;
}

const PAGE_SIZE = 100;
const UNREAD: Pages = { albums: [], cursor: '', hasMore: true };

/**
 * The albums to choose from, the newest first, in pages. A search asks the service, unless all albums are here. Until it
 * answers, and where all are here, it looks among these.
 */
export class AlbumChoices {
  readonly term = signal('');
  readonly isReading = signal(false);
  readonly error = signal<unknown>(null);
  readonly #all = signal(UNREAD);
  /** What the service finds for the term; null until it answers. */
  readonly #found = signal<Pages | null>(null);
  #reading: AbortController | null = null;

  readonly albums = computed(() => {
    const { albums, hasMore } = this.#all.value;
    const found = hasMore ? this.#found.value : null;
    return found?.albums ?? albums.filter(isNamed(this.term.value));
  });

  readonly hasMore = computed(
    () => this.#all.value.hasMore && this.#found.value?.hasMore !== false,
  );

  /** How many are here, whether they match or not. */
  readonly count = computed(() => this.#all.value.albums.length);

  /** Never rejects. '' ends the search. */
  async search(term: string): Promise<void> {
    this.#reading?.abort();
    this.#reading = null;
    this.isReading.value = false;
    this.error.value = null;
    this.#found.value = null;
    this.term.value = term;
    if (term !== '' && this.#all.peek().hasMore) await this.read();
  }

  /** The next page. Never rejects; one call at a time. */
  async read(): Promise<void> {
    if (this.#reading !== null) return;
    const reading = (this.#reading = new AbortController());
    this.isReading.value = true;
    this.error.value = null;
    try {
      await this.#readPage(reading.signal);
    } catch (reason) {
      if (!reading.signal.aborted) this.error.value = reason;
    } finally {
      if (this.#reading === reading) {
        this.#reading = null;
        this.isReading.value = false;
      }
    }
  }

  async #readPage(abort: AbortSignal): Promise<void> {
    const search = this.term.peek();
    const pages = search === '' ? this.#all : this.#found;
    const { albums, cursor } = pages.peek() ?? UNREAD;
    const page = await listAlbums({ limit: PAGE_SIZE, cursor, search }, abort);
    if (abort.aborted) return;
    const known = new Set(albums.map(({ id }) => id));
    pages.value = {
      albums: [...albums, ...page.albums.filter(({ id }) => !known.has(id))],
      cursor: page.next_cursor,
      hasMore: page.has_more,
    };
  }
}

function isNamed(term: string): (album: Album) => boolean {
  const wanted = term.toLocaleLowerCase();
  return ({ title }) => title.toLocaleLowerCase().includes(wanted);
}
