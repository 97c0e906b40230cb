/**
 * What happens to each file before it can be sent, one after the other, in the order given: it is read once, compared by
 * its content with what was given or uploaded before, and its bytes are kept where there is room.
 */

import { signal } from '@preact/signals';
import type { TintypeApi } from '../../../../client/api.ts';
import { ApiError } from '../../../../client/errors.ts';
import type { Recipe } from '../../../../client/protocol-types.ts';
import { sha256Hex } from '../../../../shared/bytes.ts';
import { NOT_FOUND } from '../../../../shared/error-codes.ts';
import { isUnreadable, judge } from './failure.ts';
import { hasBytes, type Item } from './queue-item.ts';
import type { QueueItems } from './queue-items.ts';
import type { RecipeSource } from './recipe-source.ts';
import { countKeptBytes, mayKeep } from './schedule.ts';

/** What the browser has left is asked for no more often: that takes longer than keeping a file. */
const FREE_LASTS_MS = 10_000;

interface ReaderOptions {
  readonly items: QueueItems;
  readonly api: TintypeApi;
  readonly recipe: RecipeSource;
  /** Bytes that the browser has left; null where it does not say. */
  readonly readFree: () => Promise<number | null>;
  /** Called after each file. */
  readonly onRead: () => void;
}

export class FileReaderQueue {
  /** Whether something is being read, or is about to be kept. */
  readonly isAtWork = signal(false);
  readonly #options: ReaderOptions;
  /** The browser has refused bytes: nothing more is offered to it until something has left. */
  #isFull = false;
  #free: { readonly bytes: number | null; readonly at: number } | null = null;

  constructor(options: ReaderOptions) {
    this.#options = options;
  }

  /** Reads what is to be read. Without a recipe it stops, and is to be called again. */
  async run(): Promise<void> {
    if (this.isAtWork.peek()) return;
    try {
      for (let item = this.#next(); item !== undefined; item = this.#next()) {
        this.isAtWork.value = true;
        const recipe = await this.#options.recipe.read();
        await (item.state.name === 'reading' ? this.#read(item, recipe) : this.#keepLater(item));
        this.#options.onRead();
      }
    } finally {
      this.isAtWork.value = false;
    }
  }

  /** There is room again. */
  noteRoom(): void {
    // What the browser has left is more by now.
    if (this.#isFull) this.#free = null;
    this.#isFull = false;
  }

  #next(): Item | undefined {
    const { items } = this.#options;
    const all = items.all.peek();
    const unread = all.find(({ state }) => state.name === 'reading');
    if (unread !== undefined || this.#isFull) return unread;
    const keptBytes = countKeptBytes(all);
    return all.find(
      (item) =>
        !item.isKept &&
        item.hash !== null &&
        (item.state.name === 'waiting' || item.state.name === 'paused') &&
        items.fileOf(item.id) !== undefined &&
        mayKeep(keptBytes, item.size, null),
    );
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

  /** The image that the same bytes became, null while they are in the queue, undefined when they are this item's now. */
  async #claim(item: Item, hash: string): Promise<number | null | undefined> {
    const { store, all } = this.#options.items;
    const isTwin = (other: Item) => other.id !== item.id && other.hash === hash && hasBytes(other);
    if (item.isWantedAgain !== true && all.peek().some(isTwin)) return null;
    const claim = await store.claim(item, hash).catch(() => null);
    const before = claim ?? this.#claimHere(item, hash);
    if (before === 'new') return undefined;
    if (before === 'taken') return null;
    if (await this.#isThere(before.imageId)) return before.imageId;
    // What only this tab knows cannot be forgotten: it would be found again, and asked about, without an end.
    if (claim === null) return undefined;
    const forgotten = await store.forgetUploaded(item.owner, hash).then(
      () => true,
      () => false,
    );
    return forgotten ? this.#claim(item, hash) : undefined;
  }

  /** By what this tab knows, where nothing can be kept. */
  #claimHere({ isWantedAgain }: Item, hash: string): 'new' | { readonly imageId: number } {
    for (const { state, hash: other } of this.#options.items.all.peek()) {
      const isSame = state.name === 'done' && other === hash && isWantedAgain !== true;
      if (isSame) return { imageId: state.image.image_id };
    }
    return 'new';
  }

  /** Whether a picture of the history still exists; in doubt it does. */
  async #isThere(imageId: number): Promise<boolean> {
    try {
      await this.#options.api.readImage(imageId);
      return true;
    } catch (error) {
      return !(error instanceof ApiError) || error.code !== NOT_FOUND;
    }
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
    if (bytes === null || bytes === undefined) this.#isFull = true;
    else await this.#keep(item.id, bytes);
  }

  async #keep(id: string, bytes: ArrayBuffer): Promise<void> {
    const { items } = this.#options;
    try {
      const keptBytes = countKeptBytes(items.all.peek());
      this.#isFull = !mayKeep(keptBytes, bytes.byteLength, await this.#readFree());
      if (this.#isFull) return;
      if (await items.store.keepSource(id, bytes)) return void items.apply(id, { name: 'kept' });
      // The store knows nothing of it, and will not for being asked again.
      const item = items.get(id);
      this.#isFull = item !== undefined && item.state.name !== 'done';
    } catch {
      this.#isFull = true;
    }
  }
}
