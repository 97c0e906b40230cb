import type { Item } from './queue-item.ts';

/** The most that the browser keeps; files beyond that are read when their turn comes. */
export const KEPT_BYTES_MAX = 1024 ** 3;
/** Of the space that the browser reports as free. */
const KEPT_SHARE_MAX = 0.5;

export function countKeptBytes(items: readonly Item[]): number {
  return items
    .filter(({ isKept, state }) => isKept && state.name !== 'done')
    .reduce((sum, { size }) => sum + size, 0);
}

/** Whether one more file may be kept. `freeBytes` is what the browser reports, or null. */
export function mayKeep(keptBytes: number, size: number, freeBytes: number | null): boolean {
  if (keptBytes + size > KEPT_BYTES_MAX) return false;
  return freeBytes === null || size <= freeBytes * KEPT_SHARE_MAX;
}
