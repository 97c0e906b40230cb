/**
 * Stores the queue in the browser, so that the next visit resumes after a reload or a crash (IndexedDB).
 *
 * - Every change is one transaction.
 * - Bytes are stored apart from their items, as ArrayBuffers: restored blobs may be empty on iOS.
 * - The transaction that stores the publication removes the ticket and the parts. A page that ends before it asks the
 *   service again what became of the upload.
 * - Bytes, parts and tickets are stored only while their item is: a run that ends later leaves nothing.
 * - An item belongs to its tab. Another tab takes it over in one transaction, once that tab has ended.
 */

import type { UploadTicket } from '../../../../client/resume.ts';
import { isExpired } from './item-age.ts';
import { openQueueDatabase, type KeptParts, type KeptTicket } from './queue-database.ts';
import { hasBytes, isWanted, type Item } from './queue-item.ts';

const BY_ITEM = ['items', 'sources', 'parts', 'tickets'] as const;

/** More at once would block the page. */
const SLICE = 50;

export class QueueStore {
  readonly #db = openQueueDatabase();

  constructor() {
    // Each call reports a failure to open.
    this.#db.catch(() => undefined);
  }

  async save(items: readonly Item[]): Promise<void> {
    const tx = (await this.#db).transaction('items', 'readwrite');
    await Promise.all([inSlices(items, (item) => tx.store.put(item)), tx.done]);
  }

  /** Stores an item's bytes, unless the item is gone or published; returns whether it did. */
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

  /** Stores a published item, and removes its bytes, parts and ticket. */
  async finish(item: Item): Promise<void> {
    const tx = (await this.#db).transaction(BY_ITEM, 'readwrite');
    const { id } = item;
    const items = tx.objectStore('items');
    const isListed = await has(items, id);
    await Promise.all([
      isListed && items.put({ ...item, isKept: false }),
      tx.objectStore('sources').delete(id),
      tx.objectStore('parts').delete(id),
      tx.objectStore('tickets').delete(id),
      tx.done,
    ]);
  }

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

  async isEmpty(): Promise<boolean> {
    return (await (await this.#db).count('items')) === 0;
  }

  async hasWanted(owner: number): Promise<boolean> {
    return (await (await this.#db).getAllFromIndex('items', 'owner', owner)).some(isWanted);
  }

  async listTabs(owner: number): Promise<Set<string>> {
    const items = await (await this.#db).getAllFromIndex('items', 'owner', owner);
    return new Set(items.map(({ tab }) => tab));
  }

  async takeOver(owner: number, from: string, to: string): Promise<Item[]> {
    const tx = (await this.#db).transaction('items', 'readwrite');
    const all = await tx.store.index('owner').getAll(owner);
    const taken = all.filter(({ tab }) => tab === from).map((item) => ({ ...item, tab: to }));
    await Promise.all([inSlices(taken, (item) => tx.store.put(item)), tx.done]);
    return taken;
  }

  async dropOld(): Promise<void> {
    const all = await (await this.#db).getAll('items');
    const now = Date.now();
    const old = all.filter((item) => isExpired(item, now));
    if (old.length > 0) await this.remove(old.map(({ id }) => id));
  }

  /**
   * Makes the bytes the item's own; false if another item has them. An item that the person wants again shares them.
   */
  async claim({ id, owner, isWantedAgain = false }: Item, hash: string): Promise<boolean> {
    const tx = (await this.#db).transaction('items', 'readwrite');
    const [item, duplicates] = await Promise.all([
      tx.store.get(id),
      tx.store.index('hash').getAll([owner, hash]),
    ]);
    const isFree = isWantedAgain || !duplicates.some((other) => other.id !== id && hasBytes(other));
    if (isFree && item !== undefined) await tx.store.put({ ...item, hash });
    await tx.done;
    return isFree;
  }
}

/** Works in slices within one transaction, so that the page stays responsive. */
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
