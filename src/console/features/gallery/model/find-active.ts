import type { Identified } from './month-section.ts';
import type { SparseList } from './sparse-list.ts';

/** -1 for none. */
export function findActive(items: SparseList<Identified>, id: number | null, last: number): number {
  if (id === null) return -1;
  const found = items.indexOf(id, last);
  return found === -1 ? Math.min(last, items.length - 1) : found;
}
