/**
 * Stores photos that nobody owns yet beside the queues of this browser (IndexedDB).
 *
 * - An item and its bytes are one transaction, and so is what they become at a sign-in: two tabs share none.
 * - They wait for a day. Who signs in later, or in a tab that has not shown them, gets none of them.
 */

import type { IDBPTransaction } from 'idb';
import type { Visibility } from '../../../../client/protocol-types.ts';
import { GUEST, isExpired } from './item-age.ts';
import { openQueueDatabase, type QueueSchema } from './queue-database.ts';
import { compareItems, type Item } from './queue-item.ts';

type Writing = IDBPTransaction<QueueSchema, ('items' | 'sources')[], 'readwrite'>;

/** @throws the browser's error where it has no room. */
export function keepGuest(item: Item, bytes: ArrayBuffer): Promise<void> {
  return write(async (tx) => {
    await Promise.all([
      tx.objectStore('items').put({ ...item, isKept: true }),
      tx.objectStore('sources').put(bytes, item.id),
    ]);
  });
}

/** Those that still wait, in their order; removes older ones. `now` in milliseconds since 1970. */
export function listGuests(now: number): Promise<Item[]> {
  return write((tx) => prune(tx, now));
}

export function removeGuests(): Promise<void> {
  return write(async (tx) => {
    const all = await tx.objectStore('items').index('owner').getAll(GUEST);
    await remove(tx, all);
  });
}

/** Hands them over to an account that has signed in. */
export function adoptGuests(
  account: { readonly owner: number; readonly tab: string; readonly visibility: Visibility },
  now: number,
): Promise<Item[]> {
  return write(async (tx) => {
    const items = (await prune(tx, now)).map((item) => ({ ...item, ...account }));
    await Promise.all(items.map((item) => tx.objectStore('items').put(item)));
    return items;
  });
}

export async function readGuest(id: string): Promise<Blob | null> {
  const db = await openQueueDatabase();
  try {
    const bytes = await db.get('sources', id);
    return bytes === undefined ? null : new Blob([bytes]);
  } finally {
    db.close();
  }
}

async function prune(tx: Writing, now: number): Promise<Item[]> {
  const all = await tx.objectStore('items').index('owner').getAll(GUEST);
  const isOld = (item: Item): boolean => isExpired(item, now);
  await remove(tx, all.filter(isOld));
  return all.filter((item) => !isOld(item)).sort(compareItems);
}

async function remove(tx: Writing, items: readonly Item[]): Promise<void> {
  await Promise.all(
    items.flatMap(({ id }) => [
      tx.objectStore('items').delete(id),
      tx.objectStore('sources').delete(id),
    ]),
  );
}

async function write<Value>(work: (tx: Writing) => Promise<Value>): Promise<Value> {
  const db = await openQueueDatabase();
  try {
    const tx = db.transaction(['items', 'sources'], 'readwrite');
    const [value] = await Promise.all([work(tx), tx.done]);
    return value;
  } finally {
    db.close();
  }
}
