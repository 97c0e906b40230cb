/** Reads each file once, in order: compares it with earlier uploads, and stores it where there is room. */

import { computed, effect, signal, untracked, type ReadonlySignal } from '@preact/signals';
import type { TintypeApi } from '../../../../client/api.ts';
import type { Recipe } from '../../../../client/protocol-types.ts';
import { sha256Hex } from '../../../../shared/bytes.ts';
import { isUnreadable, judge } from './failure.ts';
import { hasBytes, type Item } from './queue-item.ts';
import type { QueueItems } from './queue-items.ts';
import { countKeptBytes, mayKeep } from './storage-limit.ts';

/** The free space is read no more often: reading it takes longer than storing a file. */
const FREE_LASTS_MS = 10_000;

interface ReaderOptions {
  readonly items: QueueItems;
  readonly api: TintypeApi;
  readonly recipe: ReadonlySignal<Recipe | null>;
  /** Bytes that the browser has left; null where it does not say. */
  readonly readFree: () => Promise<number | null>;
}

export class FileReaderQueue {
  readonly isAtWork = signal(false);
  readonly #options: ReaderOptions;
  /** The browser has refused bytes: it is offered no more until some have left. */
  readonly #isFull = signal(false);
  readonly #next = computed(() => this.#findNext());
  #free: { readonly bytes: number | null; readonly at: number } | null = null;

  constructor(options: ReaderOptions) {
    this.#options = options;
  }

  readWhile(mayRead: ReadonlySignal<boolean>): () => void {
    return effect(() => {
      const isWork = mayRead.value && this.#options.recipe.value !== null;
      if (isWork && this.#next.value !== undefined) untracked(() => void this.run());
    });
  }

  async run(): Promise<void> {
    const recipe = this.#options.recipe.peek();
    if (recipe === null || this.isAtWork.peek()) return;
    for (let item = this.#next.peek(); item !== undefined; item = this.#next.peek()) {
      this.isAtWork.value = true;
      await (item.state.name === 'reading' ? this.#read(item, recipe) : this.#keepLater(item));
    }
    this.isAtWork.value = false;
  }

  noteRoom(): void {
    if (this.#isFull.peek()) this.#free = null;
    this.#isFull.value = false;
  }

  #findNext(): Item | undefined {
    const { items } = this.#options;
    const all = items.all.value;
    const unread = all.find(({ state }) => state.name === 'reading');
    if (unread !== undefined || this.#isFull.value) return unread;
    const isUnkept = (item: Item): boolean =>
      !item.isKept &&
      item.hash !== null &&
      (item.state.name === 'waiting' || item.state.name === 'paused') &&
      items.fileOf(item.id) !== undefined;
    const unkept = all.filter(isUnkept);
    const keptBytes = unkept.length === 0 ? 0 : countKeptBytes(all);
    return unkept.find(({ size }) => mayKeep(keptBytes, size, null));
  }

  async #read(item: Item, recipe: Recipe): Promise<void> {
    const { items } = this.#options;
    const { id } = item;
    if (item.size > (recipe.max_source_bytes ?? Infinity)) {
      const failure = { kind: 'unfit', code: 'source_too_large' } as const;
      return void items.apply(id, { name: 'refused', failure });
    }
    try {
      const bytes = await items.readBytes(id);
      if (bytes === null) return void items.apply(id, { name: 'lost' });
      const hash = await sha256Hex(new Uint8Array(bytes));
      const before = await this.#claim(item, hash);
      const event =
        before === undefined
          ? ({ name: 'read', hash } as const)
          : ({ name: 'repeated', hash, imageId: before } as const);
      items.apply(id, event);
      if (!item.isKept) await this.#keep(id, bytes);
    } catch (error) {
      if (isUnreadable(error)) return void items.apply(id, { name: 'lost' });
      items.apply(id, { name: 'refused', failure: judge(error, Date.now()).failure });
    }
  }

  /** The image that the same bytes became, null while they are in the queue, undefined once they are this item's. */
  async #claim(item: Item, hash: string): Promise<number | null | undefined> {
    const { items, api } = this.#options;
    const isDuplicate = (other: Item) =>
      other.id !== item.id && other.hash === hash && hasBytes(other);
    if (item.isWantedAgain === true) {
      await items.store.claim(item, hash).catch(() => true);
      return undefined;
    }
    if (items.all.peek().some(isDuplicate)) return null;
    // Without a store, only this tab can have it.
    if (!(await items.store.claim(item, hash).catch(() => true))) return null;
    return findImageOf(items.all.peek(), hash, api);
  }

  async #readFree(): Promise<number | null> {
    const isFresh = this.#free !== null && Date.now() - this.#free.at < FREE_LASTS_MS;
    if (!isFresh) this.#free = { bytes: await this.#options.readFree(), at: Date.now() };
    return this.#free?.bytes ?? null;
  }

  async #keepLater(item: Item): Promise<void> {
    const bytes = await this.#options.items
      .fileOf(item.id)
      ?.arrayBuffer()
      .catch(() => null);
    if (bytes === null || bytes === undefined) this.#isFull.value = true;
    else await this.#keep(item.id, bytes);
  }

  async #keep(id: string, bytes: ArrayBuffer): Promise<void> {
    const { items } = this.#options;
    try {
      const keptBytes = countKeptBytes(items.all.peek());
      this.#isFull.value = !mayKeep(keptBytes, bytes.byteLength, await this.#readFree());
      if (this.#isFull.value) return;
      if (await items.store.keepSource(id, bytes)) return void items.apply(id, { name: 'kept' });
      // The store does not have the item, so another attempt would fail, too.
      const item = items.get(id);
      this.#isFull.value = item !== undefined && item.state.name !== 'done';
    } catch {
      this.#isFull.value = true;
    }
  }
}

/**
 * The image that the same bytes became, by any upload that the service knows. While it does not answer, only uploads of
 * this tab count: a file that is uploaded twice is better than one that waits.
 */
export async function findImageOf(
  items: readonly Item[],
  hash: string,
  api: Pick<TintypeApi, 'findCopy'>,
): Promise<number | undefined> {
  try {
    return (await api.findCopy(hash))?.id;
  } catch {
    const done = items.find((item) => item.state.name === 'done' && item.hash === hash);
    return done?.state.name === 'done' ? done.state.image.image_id : undefined;
  }
}
