interface Identified {
  readonly id: number;
}

/**
 * By `-created_at`. Replaces everything up to the last common image. Null without one, unless a search stopped without a full
 * page (`isShort`).
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
