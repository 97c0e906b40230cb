import { isInAlbum, type Item } from './queue-item.ts';

/** The number of images that albums have got, by the ids of the albums. */
export function countAdded(items: readonly Item[]): ReadonlyMap<number, number> {
  const images = new Map<number, Set<number>>();
  for (const item of items) {
    const { albumId = null, addedImageId } = item;
    if (albumId === null || addedImageId === undefined || !isInAlbum(item)) continue;
    images.set(albumId, (images.get(albumId) ?? new Set()).add(addedImageId));
  }
  return new Map([...images].map(([albumId, { size }]) => [albumId, size]));
}
