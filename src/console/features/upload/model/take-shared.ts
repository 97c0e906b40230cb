import { openShareStore } from './share-store.ts';

/** A page that ends in between finds them again, and the queue recognizes duplicates by their content. */
export async function takeShared(
  take: (files: readonly File[]) => Promise<boolean>,
): Promise<void> {
  const db = await openShareStore();
  try {
    const keys = await db.getAllKeys('files');
    const shared = await db.getAll('files');
    const files = shared.map(({ name, type, bytes }) => new File([bytes], name, { type }));
    if (!(await take(files))) return;
    const tx = db.transaction('files', 'readwrite');
    await Promise.all([...keys.map((key) => tx.store.delete(key)), tx.done]);
  } finally {
    db.close();
  }
}

export async function countShared(): Promise<number> {
  const db = await openShareStore();
  try {
    return await db.count('files');
  } finally {
    db.close();
  }
}
