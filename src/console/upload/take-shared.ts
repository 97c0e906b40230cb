import { type IDBPDatabase, openDB } from 'idb';

/** Where the service worker puts what other programs share with the console. */
const NAME = 'tintype-share';
const STORE = 'files';

interface SharedFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: ArrayBuffer;
}

/**
 * Hands over what was shared, and erases it once it was taken: a page that ends in between finds it again, and what was
 * taken twice is noticed by its content.
 */
export async function takeShared(
  take: (files: readonly File[]) => Promise<boolean>,
): Promise<void> {
  const db = await openShared();
  try {
    const keys = await db.getAllKeys(STORE);
    const shared = (await db.getAll(STORE)) as readonly SharedFile[];
    const files = shared.map(({ name, type, bytes }) => new File([bytes], name, { type }));
    if (!(await take(files))) return;
    const tx = db.transaction(STORE, 'readwrite');
    await Promise.all([...keys.map((key) => tx.store.delete(key)), tx.done]);
  } finally {
    db.close();
  }
}

/** How many files were shared. */
export async function countShared(): Promise<number> {
  const db = await openShared();
  try {
    return await db.count(STORE);
  } finally {
    db.close();
  }
}

function openShared(): Promise<IDBPDatabase> {
  return openDB(NAME, 1, {
    upgrade: (fresh) => {
      fresh.createObjectStore(STORE, { autoIncrement: true });
    },
  });
}
