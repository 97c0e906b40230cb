interface Identified {
  readonly id: number;
}

/**
 * What a list by `-created_at` is now, from what is known of it and its first images as they are now. Those stand for
 * the stretch up to the last one that both have: what else was known there is gone. When they have none in common,
 * nobody knows what lies between, and it is null; but a search that has looked at a stretch without having found a
 * page of them (`isShort`) did not come as far as what is known.
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
