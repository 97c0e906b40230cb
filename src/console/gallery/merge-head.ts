interface Identified {
  readonly id: number;
}

/**
 * What a list by `-created_at` is now, from what is known of it and its first images as they are now. Those stand for
 * the stretch up to the last one that both have: what else was known there is gone. Null when they have none in common,
 * so that nobody knows what lies between.
 */
export function mergeHead<Item extends Identified>(
  known: readonly Item[],
  head: readonly Item[],
  isWhole: boolean,
): Item[] | null {
  if (isWhole || known.length === 0) return [...head];
  const ids = new Set(head.map(({ id }) => id));
  const last = known.findLastIndex(({ id }) => ids.has(id));
  return last === -1 ? null : [...head, ...known.slice(last + 1)];
}
