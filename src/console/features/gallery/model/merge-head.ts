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
  if (last === -1) return isShort ? [...head, ...known] : null;
  const rest = known.slice(last + 1);
  // What follows the last known image has a place of its own, which is read later.
  const end =
    rest.length > 0 ? head.length : head.findIndex(({ id }) => id === known[last]?.id) + 1;
  return [...head.slice(0, end), ...rest];
}
