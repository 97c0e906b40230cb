interface Identified {
  readonly id: number;
}

/** -1 for none. Searches only if the image is no longer at `last`. */
export function findActive(
  items: readonly (Identified | undefined)[],
  id: number | null,
  last: number,
): number {
  if (id === null) return -1;
  if (items[last]?.id === id) return last;
  const found = items.findIndex((item) => item?.id === id);
  return found === -1 ? Math.min(last, items.length - 1) : found;
}
