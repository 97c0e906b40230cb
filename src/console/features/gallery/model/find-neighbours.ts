interface Identified {
  readonly id: number;
}

export type Step = 'previous' | 'next';

export interface Neighbours<Item> {
  /** The index of the image, or its last one. */
  readonly index: number;
  readonly isListed: boolean;
  readonly previous: Item | null;
  readonly next: Item | null;
}

/** Searches only if the image is no longer at `last`. Null if it was never in the list (`last` is -1). */
export function findNeighbours<Item extends Identified>(
  items: readonly (Item | undefined)[],
  id: number,
  last: number,
): Neighbours<Item> | null {
  const isThere = items[last]?.id === id;
  const index = isThere ? last : items.findIndex((item) => item?.id === id);
  if (index !== -1) {
    const [previous = null, next = null] = [items[index - 1], items[index + 1]];
    return { index, isListed: true, previous, next };
  }
  if (last === -1) return null;
  const place = Math.min(last, items.length);
  const [previous = null, next = null] = [items[place - 1], items[place]];
  return { index: place, isListed: false, previous, next };
}
