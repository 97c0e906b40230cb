import { joinBytes } from '../../shared/bytes.ts';
import type { Reference } from './avif-items.ts';
import { readLocations } from './item-locations.ts';

export interface TileLists {
  readonly iloc: Uint8Array;
  readonly iref: Uint8Array;
}

/**
 * Moves the data of a grid's tiles, so that the order of the locations, in which some decoders join tiles, is that of
 * the references, which counts (ISO/IEC 23008-12, section 6.6.2.3). Null when nothing changes. A grid that repeats a
 * tile stays.
 */
export function orderTiles(
  { iloc, iref }: TileLists,
  grids: readonly Reference[],
): TileLists | null {
  const locations = [...readLocations(iloc)];
  const rank = new Map(locations.map(({ itemId }, index) => [itemId, index]));
  /** By item: the item whose data it gets. */
  const moved = new Map<number, number>();
  const referred = iref.slice();
  for (const { to, writeTo } of grids) {
    const ordered = to.toSorted((a, b) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0));
    if (new Set(to).size < to.length || ordered.every((id, index) => id === to[index])) continue;
    for (const [index, id] of ordered.entries()) moved.set(id, to[index] ?? id);
    writeTo(referred, ordered);
  }
  const [first] = locations;
  if (moved.size === 0 || first === undefined) return null;
  const bodies = new Map(
    locations.map(({ itemId, bodyStart, end }) => [itemId, iloc.subarray(bodyStart, end)]),
  );
  const entries = locations.flatMap(({ itemId, start, bodyStart }) => [
    iloc.subarray(start, bodyStart),
    bodies.get(moved.get(itemId) ?? itemId) ?? new Uint8Array(),
  ]);
  return { iloc: joinBytes([iloc.subarray(0, first.start), ...entries]), iref: referred };
}
