/**
 * What happens to each file before it can be sent, one after the other, in the order given: it is read once, compared by
 * its content with what was given or uploaded before, and its bytes are kept where there is room.
 */

import type { TintypeApi } from '../../client/api.ts';
import { ApiError } from '../../client/errors.ts';
import type { Recipe } from '../../client/protocol-types.ts';
import { sha256Hex } from '../../lib/bytes.ts';
import { judge } from './failure.ts';
import type { Item } from './queue-item.ts';
import type { QueueItems } from './queue-items.ts';
import { countKeptBytes, mayKeep } from './schedule.ts';

const GONE = 4041;

interface ReaderOptions {
  readonly items: QueueItems;
  readonly api: TintypeApi;
  readonly readRecipe: () => Promise<Recipe>;
  /** Called after each file. */
  readonly onRead: () => void;
}

export class FileReaderQueue {
  readonly #options: ReaderOptions;
  #isAtWork = false;
  /** The browser has refused bytes: nothing more is offered to it until something has left. */
  #isFull = false;

  constructor(options: ReaderOptions) {
    this.#options = options;
  }

  /** Reads what is to be read. Without a recipe it stops, and is to be called again. */
  async run(): Promise<void> {
    if (this.#isAtWork) return;
    this.#isAtWork = true;
    try {
      for (let item = this.#next(); item !== undefined; item = this.#next()) {
        const recipe = await this.#options.readRecipe();
        await (item.state.name === 'reading' ? this.#read(item, recipe) : this.#keepLater(item));
        this.#options.onRead();
      }
    } finally {
      this.#isAtWork = false;
    }
  }

  /** There is room again. */
  noteRoom(): void {
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
    const file = items.fileOf(id);
    if (file === undefined) return void items.apply(id, { name: 'lost' });
    if (item.size > (recipe.max_source_bytes ?? Infinity)) {
      const failure = { kind: 'unfit', code: 'source_too_large' } as const;
      return void items.apply(id, { name: 'refused', failure });
    }
    try {
      const bytes = await file.arrayBuffer();
      const hash = await sha256Hex(new Uint8Array(bytes));
      const before = await this.#findSame(item, hash);
      const event =
        before === undefined
          ? ({ name: 'read', hash } as const)
          : ({ name: 'repeated', hash, imageId: before } as const);
      items.apply(id, event);
      await this.#keep(id, bytes);
    } catch (error) {
      items.apply(id, { name: 'refused', failure: judge(error, Date.now()).failure });
    }
  }

  /** The image that the same bytes became, null while they are in the queue, undefined when they are new. */
  async #findSame(item: Item, hash: string): Promise<number | null | undefined> {
    const { items } = this.#options;
    const twin =
      items.all.peek().find((other) => other.id !== item.id && other.hash === hash) ??
      (await items.store.findTwin(item, hash).catch(() => null));
    if (twin !== null && twin.state.name !== 'failed' && twin.state.name !== 'done') return null;
    const before = await items.store.findUploaded(item.owner, hash).catch(() => null);
    if (before === null) return undefined;
    return (await this.#isThere(before.imageId, item.owner, hash)) ? before.imageId : undefined;
  }

  /** Whether a picture of the history still exists; in doubt it does. */
  async #isThere(imageId: number, owner: number, hash: string): Promise<boolean> {
    const { api, items } = this.#options;
    try {
      await api.readImage(imageId);
      return true;
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== GONE) return true;
      await items.store.forgetUploaded(owner, hash).catch(() => undefined);
      return false;
    }
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
    const item = items.get(id);
    if (item === undefined) return;
    try {
      const keptBytes = countKeptBytes(items.all.peek());
      this.#isFull = !mayKeep(keptBytes, bytes.byteLength, await readFreeBytes());
      if (this.#isFull) return;
      await items.store.keepSource(item, bytes);
    } catch {
      this.#isFull = true;
      return;
    }
    if (items.apply(id, { name: 'kept' }) === undefined) await items.store.remove([id]);
  }
}

async function readFreeBytes(): Promise<number | null> {
  try {
    const { quota, usage } = await navigator.storage.estimate();
    return quota === undefined || usage === undefined ? null : quota - usage;
  } catch {
    return null;
  }
}
