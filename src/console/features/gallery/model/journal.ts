/**
 * Stores unfinished jobs, so that the next visit can offer to continue them.
 *
 * - An entry is written before anything is sent, and removed when all is done. It names all images: repeating a change is
 *   harmless.
 * - The tab that works on an entry holds a lock, which ends with the page. An entry without its lock was abandoned.
 */

/** `trash` for the person's own images; `delete`, for good, for an administrator's. */
export const CHANGES = ['trash', 'delete', 'public', 'private'] as const;

export type Change = (typeof CHANGES)[number];

/** Whether the change takes the images out of the library. */
export function isRemoval(change: Change): change is 'trash' | 'delete' {
  return change === 'trash' || change === 'delete';
}

export interface Entry {
  readonly key: string;
  readonly userId: number;
  readonly change: Change;
  readonly ids: readonly number[];
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

const PREFIX = 'change-images:';

/** Writes an entry; ignores a full or closed store, for the page warns before it is left. */
export function noteEntry(store: Store, { key, ...entry }: Entry): void {
  try {
    store.setItem(PREFIX + key, JSON.stringify(entry));
  } catch {
    // See above.
  }
}

export function dropEntry(store: Store, key: string): void {
  store.removeItem(PREFIX + key);
}

export function listEntries(store: Store, userId: number): Entry[] {
  return Array.from({ length: store.length }, (_, index) => store.key(index))
    .filter((name) => name?.startsWith(PREFIX) === true)
    .map((name) => readEntry(store, name ?? ''))
    .filter((entry) => entry?.userId === userId)
    .flatMap((entry) => entry ?? []);
}

function readEntry(store: Store, name: string): Entry | null {
  try {
    const { userId, change, ids } = JSON.parse(store.getItem(name) ?? '') as Omit<Entry, 'key'>;
    const isWhole = CHANGES.includes(change) && ids.every((id) => Number.isSafeInteger(id));
    return isWhole ? { key: name.slice(PREFIX.length), userId, change, ids } : null;
  } catch {
    return null;
  }
}

/** The name of the Web Lock that a tab holds while it works on a job. */
export function lockOf(key: string): string {
  return PREFIX + key;
}
