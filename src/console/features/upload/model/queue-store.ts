/**
 * What the browser keeps of the queue, so that the next visit goes on after a reload or a crash (IndexedDB).
 *
 * - Every change is one transaction: it stops before it or after it, never in between.
 * - Bytes lie apart from what is said of them, as ArrayBuffers: restored blobs may be empty on iOS.
 * - A ticket, and the parts that it stands for, go in the transaction that says that the picture is published, and not
 *   before: a page that ends in between asks the service again, and hears what became of the upload.
 * - What belongs to an item is kept for as long as the item is: a run that ends later leaves nothing.
 * - An item is its tab's. Another tab takes it over in one transaction, once that tab has ended.
 */

import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { PreparedImage } from '../../../../client/imaging/prepare-parts.ts';
import type { UploadTicket } from '../../../../client/resume.ts';
import { hasBytes, isWanted, type Item } from './queue-item.ts';

/** A picture that was uploaded from this browser. */
export interface UploadedBefore {
  readonly owner: number;
  readonly hash: string;
  readonly imageId: number;
  readonly at: number;
}

export interface KeptParts {
  /** What they were made by. */
  readonly madeBy: string;
  readonly prepared: PreparedImage;
}

/** Whether bytes are an item's now, another one's, or a picture already. */
export type BytesClaim = 'new' | 'taken' | UploadedBefore;

interface KeptTicket {
  readonly fingerprint: string;
  readonly ticket: UploadTicket;
}

interface Schema extends DBSchema {
  items: {
    key: string;
    value: Item;
    indexes: { owner: number; hash: [owner: number, hash: string] };
  };
  sources: { key: string; value: ArrayBuffer };
  parts: { key: string; value: KeptParts };
  tickets: { key: string; value: KeptTicket };
  history: {
    key: [owner: number, hash: string];
    value: UploadedBefore;
    indexes: { at: number };
  };
}

const NAME = 'tintype-uploads';
const ALL = ['items', 'sources', 'parts', 'tickets', 'history'] as const;
const BY_ITEM = ['items', 'sources', 'parts', 'tickets'] as const;

/** The oldest give way. */
export const HISTORY_MAX = 5000;
/** More at once would hold up the page. */
const SLICE = 50;
/** 14 days. */
const KEPT_MS = 14 * 86_400_000;

export class QueueStore {
  readonly #db: Promise<IDBPDatabase<Schema>>;

  constructor() {
    this.#db = openDB<Schema>(NAME, 1, {
      upgrade(db) {
        const items = db.createObjectStore('items', { keyPath: 'id' });
        items.createIndex('owner', 'owner');
        items.createIndex('hash', ['owner', 'hash']);
        for (const name of ['sources', 'parts', 'tickets'] as const) db.createObjectStore(name);
        db.createObjectStore('history', { keyPath: ['owner', 'hash'] }).createIndex('at', 'at');
      },
    });
    // Whoever asks for something hears of it.
    this.#db.catch(() => undefined);
  }

  async save(items: readonly Item[]): Promise<void> {
    const tx = (await this.#db).transaction('items', 'readwrite');
    await Promise.all([inSlices(items, (item) => tx.store.put(item)), tx.done]);
  }

  /** Keeps an item's bytes, unless it is gone or published by now; returns whether it did. */
  async keepSource(id: string, bytes: ArrayBuffer): Promise<boolean> {
    const tx = (await this.#db).transaction(['items', 'sources'], 'readwrite');
    const items = tx.objectStore('items');
    const item = await items.get(id);
    const isOpen = item !== undefined && item.state.name !== 'done';
    const puts = isOpen
      ? [tx.objectStore('sources').put(bytes, id), items.put({ ...item, isKept: true })]
      : [];
    await Promise.all([...puts, tx.done]);
    return isOpen;
  }

  /** Null when they are not kept. */
  async readSource(id: string): Promise<ArrayBuffer | null> {
    return (await (await this.#db).get('sources', id)) ?? null;
  }

  async readParts(id: string): Promise<KeptParts | null> {
    return (await (await this.#db).get('parts', id)) ?? null;
  }

  async saveParts(id: string, parts: KeptParts): Promise<void> {
    const tx = (await this.#db).transaction(['items', 'parts'], 'readwrite');
    const isListed = await has(tx.objectStore('items'), id);
    await Promise.all([isListed && tx.objectStore('parts').put(parts, id), tx.done]);
  }

  async readTicket(id: string): Promise<KeptTicket | null> {
    return (await (await this.#db).get('tickets', id)) ?? null;
  }

  async saveTicket(id: string, ticket: KeptTicket): Promise<void> {
    const tx = (await this.#db).transaction(['items', 'tickets'], 'readwrite');
    const isListed = await has(tx.objectStore('items'), id);
    await Promise.all([isListed && tx.objectStore('tickets').put(ticket, id), tx.done]);
  }

  async removeTicket(id: string): Promise<void> {
    await (await this.#db).delete('tickets', id);
  }

  /** The item is published: its bytes, parts and ticket go, and its content is remembered. */
  async finish(item: Item, imageId: number): Promise<void> {
    const tx = (await this.#db).transaction(ALL, 'readwrite');
    const { id, owner, hash } = item;
    const history = tx.objectStore('history');
    const items = tx.objectStore('items');
    const isListed = await has(items, id);
    const work: Promise<unknown>[] = [
      ...(isListed ? [items.put({ ...item, isKept: false })] : []),
      tx.objectStore('sources').delete(id),
      tx.objectStore('parts').delete(id),
      tx.objectStore('tickets').delete(id),
    ];
    if (hash !== null) work.push(history.put({ owner, hash, imageId, at: Date.now() }));
    await Promise.all(work);
    const extra = (await history.count()) - HISTORY_MAX;
    if (extra > 0) {
      let oldest = await history.index('at').openCursor();
      for (let left = extra; left > 0 && oldest !== null; left -= 1) {
        await oldest.delete();
        oldest = await oldest.continue();
      }
    }
    await tx.done;
  }

  /** Erases items and what goes with them; returns the tickets of those that had one. */
  async remove(ids: readonly string[]): Promise<Map<string, UploadTicket>> {
    const tx = (await this.#db).transaction(BY_ITEM, 'readwrite');
    const tickets = new Map<string, UploadTicket>();
    const removeOne = async (id: string): Promise<void> => {
      const kept = await tx.objectStore('tickets').get(id);
      if (kept !== undefined) tickets.set(id, kept.ticket);
      await Promise.all(BY_ITEM.map((name) => tx.objectStore(name).delete(id)));
    };
    await Promise.all([inSlices(ids, removeOne), tx.done]);
    return tickets;
  }

  /** Whether nothing is kept for anybody. */
  async isEmpty(): Promise<boolean> {
    return (await (await this.#db).count('items')) === 0;
  }

  /** Whether any tab has something of an account that is to become a picture. */
  async hasWanted(owner: number): Promise<boolean> {
    return (await (await this.#db).getAllFromIndex('items', 'owner', owner)).some(isWanted);
  }

  /** The tabs that an account's items belong to. */
  async listTabs(owner: number): Promise<Set<string>> {
    const items = await (await this.#db).getAllFromIndex('items', 'owner', owner);
    return new Set(items.map(({ tab }) => tab));
  }

  /** Makes a tab's items another's, and returns them. */
  async takeOver(owner: number, from: string, to: string): Promise<Item[]> {
    const tx = (await this.#db).transaction('items', 'readwrite');
    const all = await tx.store.index('owner').getAll(owner);
    const taken = all.filter(({ tab }) => tab === from).map((item) => ({ ...item, tab: to }));
    await Promise.all([inSlices(taken, (item) => tx.store.put(item)), tx.done]);
    return taken;
  }

  /** Erases what nobody has come back for, whoever's it is. */
  async dropOld(): Promise<void> {
    const all = await (await this.#db).getAll('items');
    const old = all.filter(({ addedAt }) => Date.now() - addedAt > KEPT_MS);
    if (old.length > 0) await this.remove(old.map(({ id }) => id));
  }

  /**
   * Makes some bytes an item's, unless another of the account has them, in whatever tab, or has become a picture, and the
   * person does not want it all the same.
   */
  async claim({ id, owner, isWantedAgain = false }: Item, hash: string): Promise<BytesClaim> {
    const tx = (await this.#db).transaction(['items', 'history'], 'readwrite');
    const items = tx.objectStore('items');
    const [item, twins, before] = await Promise.all([
      items.get(id),
      items.index('hash').getAll([owner, hash]),
      tx.objectStore('history').get([owner, hash]),
    ]);
    const isTaken = !isWantedAgain && twins.some((twin) => twin.id !== id && hasBytes(twin));
    const isNew = isWantedAgain || (!isTaken && before === undefined);
    if (isNew && item !== undefined) await items.put({ ...item, hash });
    await tx.done;
    if (isTaken) return 'taken';
    return isNew ? 'new' : (before ?? 'new');
  }

  async forgetUploaded(owner: number, hash: string): Promise<void> {
    await (await this.#db).delete('history', [owner, hash]);
  }
}

/** Does something to each within one transaction, and leaves the page its thread in between. */
async function inSlices<T>(all: readonly T[], act: (one: T) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < all.length; at += SLICE) {
    await Promise.all(all.slice(at, at + SLICE).map(act));
  }
}

async function has(
  store: { readonly getKey: (id: string) => Promise<string | undefined> },
  id: string,
): Promise<boolean> {
  return (await store.getKey(id)) !== undefined;
}
