export interface MoveTarget {
  /** In the order of the list. */
  readonly ids: readonly number[];
  /** The image that they come before; null for the end. */
  readonly before: number | null;
  /** From 1, of the first one. */
  readonly position: number;
}

/** Moves images of those that are loaded by one place. Null where there is none, or none is loaded. */
export function stepTarget(
  listed: readonly number[],
  moved: ReadonlySet<number>,
  step: -1 | 1,
  hasMore: boolean,
): MoveTarget | null {
  const first = listed.findIndex((id) => moved.has(id));
  return first === -1 ? null : targetAt(listed, moved, first + step, hasMore);
}

/** Moves images to the beginning, or to the end of an album of `count` images. */
export function edgeTarget(
  listed: readonly number[],
  moved: ReadonlySet<number>,
  edge: 'first' | 'last',
  { hasMore, count }: { readonly hasMore: boolean; readonly count: number },
): MoveTarget | null {
  const ids = listed.filter((id) => moved.has(id));
  if (edge === 'first') return targetAt(listed, moved, 0, hasMore);
  if (!hasMore) return targetAt(listed, moved, listed.length - ids.length, hasMore);
  return ids.length === 0 ? null : { ids, before: null, position: count - ids.length + 1 };
}

/** Moves images to the place before the image that is at `index` now. */
export function dropTarget(
  listed: readonly number[],
  moved: ReadonlySet<number>,
  index: number,
  hasMore: boolean,
): MoveTarget | null {
  const others = listed.slice(0, index).filter((id) => !moved.has(id));
  return targetAt(listed, moved, others.length, hasMore);
}

function targetAt(
  listed: readonly number[],
  moved: ReadonlySet<number>,
  place: number,
  hasMore: boolean,
): MoveTarget | null {
  const ids = listed.filter((id) => moved.has(id));
  const others = listed.filter((id) => !moved.has(id));
  if (ids.length === 0 || place < 0 || place > others.length) return null;
  const before = others[place] ?? null;
  if (before === null && hasMore) return null;
  const isSame = [...others.slice(0, place), ...ids].every((id, index) => id === listed[index]);
  return isSame ? null : { ids, before, position: place + 1 };
}

/** Moves items before another one, or to the end; as they are if that one is missing. */
export function moveBefore<Item extends { readonly id: number }>(
  items: readonly Item[],
  ids: readonly number[],
  before: number | null,
): readonly Item[] {
  const wanted = new Set(ids);
  const found = new Map(items.flatMap((item) => (wanted.has(item.id) ? [[item.id, item]] : [])));
  const moved = ids.flatMap((id) => found.get(id) ?? []);
  const others = items.filter(({ id }) => !wanted.has(id));
  const place = before === null ? others.length : others.findIndex(({ id }) => id === before);
  return place === -1 ? items : others.toSpliced(place, 0, ...moved);
}
