interface Identified {
  readonly id: number;
}

/**
 * Merges the first images of a list by `-created_at` into the known ones. The first images replace everything up to the last
 * common image. Without a common image the gap is unknown, and the result is null; but a search that stopped without a full
 * page (`isShort`) has not reached the known images.
 */
export function mergeHead<Item extends Identified>(
  known: readonly Item[],
  head: readonly Item[],
  isWhole: boolean,
  isShort: boolean,
): Item[] | null {
  if (isWhole) return [...head];
  const ids = new Set(head.map(({ id }) => id));
  const last = known.findLastIndex(({ id }) => ids.has(id));
  return last === -1 && !isShort ? null : [...head, ...known.slice(last + 1)];
}
