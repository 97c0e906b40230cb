/**
 * What other apps share with the console, until the person has answered for it. Any page of any site can share, too: the
 * service worker sees a genuine share and another site's form without a referrer in the same way. So each share is asked
 * about on its own, and what is kept is bounded.
 */

import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB } from 'idb';

export const MAX_SHARED_BYTES = 100_000_000;
export const SHARE_TTL_MS = 3_600_000;

export interface SharedFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: ArrayBuffer;
}

interface Share {
  /** Unix milliseconds. */
  readonly sharedAt: number;
  readonly byteCount: number;
  readonly names: readonly string[];
}

export interface WaitingShare extends Share {
  readonly id: number;
}

interface ShareSchema extends DBSchema {
  readonly shares: { readonly key: number; readonly value: Share };
  /** By the share and the file's place in it. */
  readonly shared_files: { readonly key: [number, number]; readonly value: SharedFile };
}

type Writing = IDBPTransaction<ShareSchema, ('shares' | 'shared_files')[], 'readwrite'>;

/** Keeps all files of a share or none, and drops older shares that are too much beside it. Throws if it is too large. */
export async function keepShare(files: readonly File[], now: number): Promise<void> {
  const byteCount = files.reduce((sum, { size }) => sum + size, 0);
  if (byteCount > MAX_SHARED_BYTES) throw new RangeError('The shared files are too large');
  // Stored blobs may come back empty.
  const kept = await Promise.all(
    files.map(async (file) => ({
      name: file.name,
      type: file.type,
      bytes: await file.arrayBuffer(),
    })),
  );
  await write(async (tx) => {
    const names = kept.map(({ name }) => name);
    const id = await tx.objectStore('shares').add({ sharedAt: now, byteCount, names });
    const store = tx.objectStore('shared_files');
    await Promise.all(kept.map((file, place) => store.add(file, [id, place])));
    await prune(tx, now);
  });
}

/** What waits for an answer, newest first. */
export function listShares(now: number): Promise<WaitingShare[]> {
  return write((tx) => prune(tx, now));
}

export function readShare(id: number): Promise<SharedFile[]> {
  return write((tx) => tx.objectStore('shared_files').getAll(filesOf(id)));
}

export function dropShare(id: number): Promise<void> {
  return write((tx) => remove(tx, id));
}

async function prune(tx: Writing, now: number): Promise<WaitingShare[]> {
  const waiting: WaitingShare[] = [];
  let room = MAX_SHARED_BYTES;
  let cursor = await tx.objectStore('shares').openCursor(null, 'prev');
  while (cursor !== null) {
    const { primaryKey: id, value } = cursor;
    room -= value.byteCount;
    // The clock may have been set back.
    if (room < 0 || Math.abs(now - value.sharedAt) > SHARE_TTL_MS) await remove(tx, id);
    else waiting.push({ ...value, id });
    cursor = await cursor.continue();
  }
  return waiting;
}

async function remove(tx: Writing, id: number): Promise<void> {
  await Promise.all([
    tx.objectStore('shares').delete(id),
    tx.objectStore('shared_files').delete(filesOf(id)),
  ]);
}

/** Arrays come after numbers. */
function filesOf(id: number): IDBKeyRange {
  return IDBKeyRange.bound([id], [id, []]);
}

async function write<Value>(work: (tx: Writing) => Promise<Value>): Promise<Value> {
  const db = await openStore();
  try {
    const tx = db.transaction(['shares', 'shared_files'], 'readwrite');
    const [value] = await Promise.all([work(tx), tx.done]);
    return value;
  } finally {
    db.close();
  }
}

/** The first version did not tell one share from another. */
function openStore(): Promise<IDBPDatabase<ShareSchema>> {
  return openDB<ShareSchema>('tintype-share', 2, {
    upgrade: (db) => {
      for (const name of db.objectStoreNames) db.deleteObjectStore(name);
      db.createObjectStore('shares', { autoIncrement: true });
      db.createObjectStore('shared_files');
    },
  });
}
