interface Identified {
  readonly id: number;
}

/**
 * The index of the image that has the focus, or would get it: looked for only when it is not at `last` any more. Where
 * it is gone, the one that took its place. -1 for none.
 */
export function findActive(items: readonly Identified[], id: number | null, last: number): number {
  if (id === null) return -1;
  if (items[last]?.id === id) return last;
  const found = items.findIndex((item) => item.id === id);
  return found === -1 ? Math.min(last, items.length - 1) : found;
}
