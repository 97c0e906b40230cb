interface Identified {
  readonly id: number;
}

/** From an image to the one before it in a list, or after it. */
export type Step = 'previous' | 'next';

export interface Neighbours<Item> {
  /** Where the image is, or was. */
  readonly index: number;
  readonly isListed: boolean;
  readonly previous: Item | null;
  readonly next: Item | null;
}

/**
 * What comes before and after an image in a list: it is looked for only when it is not at `last`. Where it has left the
 * list, the one that took its place comes next. Null for what was never there (`last` is -1).
 */
export function findNeighbours<Item extends Identified>(
  items: readonly Item[],
  id: number,
  last: number,
): Neighbours<Item> | null {
  const isThere = items[last]?.id === id;
  const index = isThere ? last : items.findIndex((item) => item.id === id);
  if (index !== -1) {
    const [previous = null, next = null] = [items[index - 1], items[index + 1]];
    return { index, isListed: true, previous, next };
  }
  if (last === -1) return null;
  const place = Math.min(last, items.length);
  const [previous = null, next = null] = [items[place - 1], items[place]];
  return { index: place, isListed: false, previous, next };
}
