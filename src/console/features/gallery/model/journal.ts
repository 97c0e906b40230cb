/**
 * What was asked of many images and is not done yet, so that leaving the page in between leaves nothing half done
 * without a word: the next visit finds it, and asks whether to go on.
 *
 * - An entry is written before anything is sent, and goes when all is done. It names all images: to do again what is
 *   done already changes nothing.
 * - Whoever works on it holds a lock, which ends with the page. An entry without its lock was left.
 */

export const CHANGES = ['delete', 'public', 'private'] as const;

export type Change = (typeof CHANGES)[number];

export interface Entry {
  readonly key: string;
  readonly userId: number;
  readonly change: Change;
  readonly ids: readonly number[];
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

const PREFIX = 'change-images:';

/** Notes an entry. A store that is full or shut is no reason to do nothing: the page warns before it is left. */
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

/** The entries of a person. */
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
