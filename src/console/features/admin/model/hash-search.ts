import { signal, type ReadonlySignal } from '@preact/signals';
import { ApiError } from '../../../../client/errors.ts';
import { NOT_FOUND } from '../../../../shared/error-codes.ts';
import { api, call } from '../../../api/client.ts';
import type { MatchingImage, MatchingTrash } from '../../../api/types.ts';

export type SearchState = 'running' | 'stopped' | 'failed' | 'done';

const PAGE_ITEMS = 100;

/**
 * The images of all accounts with a hash, page by page; a page looks at some thousand files.
 *
 * - One run at a time. A stopped or failed run goes on behind its last whole page.
 * - An image is listed once, though the service may find it twice.
 */
export class HashSearch {
  readonly #images = signal<readonly MatchingImage[]>([]);
  readonly #trashed = signal<readonly MatchingTrash[]>([]);
  readonly #state = signal<SearchState>('stopped');
  readonly #progress = signal(0);
  readonly #error = signal<unknown>(null);
  readonly #sha256: string;
  #run: AbortController | null = null;
  #cursor = '';

  constructor(sha256: string) {
    this.#sha256 = sha256;
  }

  get images(): ReadonlySignal<readonly MatchingImage[]> {
    return this.#images;
  }

  get trashed(): ReadonlySignal<readonly MatchingTrash[]> {
    return this.#trashed;
  }

  get state(): ReadonlySignal<SearchState> {
    return this.#state;
  }

  /** From 0 to 1. */
  get progress(): ReadonlySignal<number> {
    return this.#progress;
  }

  get error(): ReadonlySignal<unknown> {
    return this.#error;
  }

  async run(): Promise<void> {
    if (this.#run !== null || this.#state.peek() === 'done') return;
    const run = (this.#run = new AbortController());
    this.#state.value = 'running';
    this.#error.value = null;
    try {
      while (!run.signal.aborted && (await this.#readPage(run.signal)));
      if (!run.signal.aborted) this.#end('done');
    } catch (error) {
      if (run.signal.aborted) return;
      this.#error.value = error;
      this.#end('failed');
    }
  }

  stop(): void {
    if (this.#run === null) return;
    this.#run.abort();
    this.#end('stopped');
  }

  /** Reads an image again that has been changed. */
  async refresh(id: number): Promise<void> {
    try {
      const path = { id };
      const image = await call(api.GET('/api/v1/images/{id}', { params: { path } }));
      this.#images.value = this.#images
        .peek()
        .map((each) => (each.id === id ? { ...each, ...image } : each));
    } catch (error) {
      // Its owner may have deleted it.
      if (error instanceof ApiError && error.code === NOT_FOUND) this.remove(id);
      else this.#error.value = error;
    }
  }

  remove(id: number): void {
    this.#images.value = this.#images.peek().filter((image) => image.id !== id);
  }

  #end(state: SearchState): void {
    this.#run = null;
    this.#state.value = state;
  }

  /** Whether more pages follow. */
  async #readPage(abort: AbortSignal): Promise<boolean> {
    const query = { sha256: this.#sha256, cursor: this.#cursor, limit: PAGE_ITEMS };
    const page = await call(
      api.GET('/api/v1/admin/images/by-hash', { params: { query }, signal: abort }),
    );
    if (abort.aborted) return false;
    this.#images.value = addNew(this.#images.peek(), page.items);
    this.#trashed.value = addNew(this.#trashed.peek(), page.trashed);
    this.#progress.value = page.progress;
    this.#cursor = page.next_cursor;
    return page.has_more;
  }
}

function addNew<Item extends { readonly id: number }>(
  known: readonly Item[],
  found: readonly Item[],
): readonly Item[] {
  const ids = new Set(known.map(({ id }) => id));
  return [...known, ...found.filter(({ id }) => !ids.has(id))];
}
