import type { Identified } from './month-section.ts';
import type { SparseList } from './sparse-list.ts';

export type Step = 'previous' | 'next';

export interface Neighbours<Item> {
  /** The index of the image, or its last one. */
  readonly index: number;
  readonly isListed: boolean;
  readonly previous: Item | null;
  readonly next: Item | null;
}

/** Null if it was never in the list (`last` is -1). */
export function findNeighbours<Item extends Identified>(
  items: SparseList<Item>,
  id: number,
  last: number,
): Neighbours<Item> | null {
  const found = items.indexOf(id, last);
  const isListed = found !== -1;
  if (!isListed && last === -1) return null;
  const index = isListed ? found : Math.min(last, items.length);
  const previous = items.get(index - 1) ?? null;
  const next = items.get(isListed ? index + 1 : index) ?? null;
  return { index, isListed, previous, next };
}
