/**
 * What other apps share with the console, until the person has answered for it. Any page of any site can share, too: the
 * service worker sees a genuine share and another site's form without a referrer in the same way. So each share is asked
 * about on its own, and what is kept is bounded.
 */

import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB } from 'idb';

/** Files, their names and their types, as they are stored. */
export const MAX_SHARED_BYTES = 100_000_000;
export const MAX_SHARED_FILES = 500;
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

/**
 * Keeps all files of a share or none, and drops older shares that are too much beside it.
 * @throws {RangeError} when it has too many files or bytes.
 */
export async function keepShare(files: readonly File[], now: number): Promise<void> {
  const byteCount = files.reduce((sum, file) => sum + countBytes(file), 0);
  if (files.length > MAX_SHARED_FILES || byteCount > MAX_SHARED_BYTES) {
    throw new RangeError('The shared files are too large');
  }
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

/** Nothing if the share no longer waits. */
export function readShare(id: number, now: number): Promise<SharedFile[]> {
  return write(async (tx) => {
    await prune(tx, now);
    return tx.objectStore('shared_files').getAll(filesOf(id));
  });
}

export function dropShare(id: number): Promise<void> {
  return write((tx) => remove(tx, id));
}

async function prune(tx: Writing, now: number): Promise<WaitingShare[]> {
  const waiting: WaitingShare[] = [];
  let [bytesLeft, filesLeft] = [MAX_SHARED_BYTES, MAX_SHARED_FILES];
  let cursor = await tx.objectStore('shares').openCursor(null, 'prev');
  while (cursor !== null) {
    const { primaryKey: id, value } = cursor;
    bytesLeft -= value.byteCount;
    filesLeft -= value.names.length;
    // The clock may have been set back.
    const isOld = Math.abs(now - value.sharedAt) > SHARE_TTL_MS;
    if (bytesLeft < 0 || filesLeft < 0 || isOld) await remove(tx, id);
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

/** Texts are stored as UTF-16, a name beside its file and beside its share. */
function countBytes({ name, size, type }: File): number {
  return size + 4 * name.length + 2 * type.length;
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
