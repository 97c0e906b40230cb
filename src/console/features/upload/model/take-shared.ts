import { dropShare, readShare } from './share-store.ts';

export { dropShare, listShares } from './share-store.ts';

/**
 * Hands over the files of one share, and removes them once they are taken. A page that ends in between finds them again,
 * and the queue recognizes duplicates by their content. Returns whether the share still waited.
 */
export async function takeShare(
  id: number,
  now: number,
  take: (files: readonly File[]) => Promise<boolean>,
): Promise<boolean> {
  const kept = await readShare(id, now);
  if (kept.length === 0) return false;
  const files = kept.map(({ name, type, bytes }) => new File([bytes], name, { type }));
  if (await take(files)) await dropShare(id);
  return true;
}
