interface Identified {
  readonly id: number;
}

/** Undefined are the images that are not loaded. */
type Items = readonly (Identified | undefined)[];

export interface MoveTarget {
  /** In the order of the list. */
  readonly ids: readonly number[];
  /** The image that they come before; null for the end. */
  readonly before: number | null;
  /** From 1, of the first one. */
  readonly position: number;
}

/** Moves images by one place. Null where there is none, or none is loaded. */
export function stepTarget(
  items: Items,
  moved: ReadonlySet<number>,
  step: -1 | 1,
  hasMore: boolean,
): MoveTarget | null {
  const first = items.findIndex((item) => item !== undefined && moved.has(item.id));
  return first === -1 ? null : targetAt(items, moved, first + step, hasMore);
}

/** Moves images to the beginning, or to the end of an album of `count` images. */
export function edgeTarget(
  items: Items,
  moved: ReadonlySet<number>,
  edge: 'first' | 'last',
  { hasMore, count }: { readonly hasMore: boolean; readonly count: number },
): MoveTarget | null {
  const ids = idsOf(items, moved);
  if (edge === 'first') return targetAt(items, moved, 0, hasMore);
  if (!hasMore) return targetAt(items, moved, items.length - ids.length, hasMore);
  return ids.length === 0 ? null : { ids, before: null, position: count - ids.length + 1 };
}

/** Moves images to the place before the image that is at `index` now. */
export function dropTarget(
  items: Items,
  moved: ReadonlySet<number>,
  index: number,
  hasMore: boolean,
): MoveTarget | null {
  const others = items.slice(0, index).filter((item) => item === undefined || !moved.has(item.id));
  return targetAt(items, moved, others.length, hasMore);
}

function targetAt(
  items: Items,
  moved: ReadonlySet<number>,
  place: number,
  hasMore: boolean,
): MoveTarget | null {
  const ids = idsOf(items, moved);
  const others = items.filter((item) => item === undefined || !moved.has(item.id));
  if (ids.length === 0 || place < 0 || place > others.length) return null;
  const before = others[place]?.id ?? null;
  if (before === null && (hasMore || place < others.length)) return null;
  const order = [...others.slice(0, place).map((item) => item?.id), ...ids];
  const isSame = order.every((id, index) => id === items[index]?.id);
  return isSame ? null : { ids, before, position: place + 1 };
}

function idsOf(items: Items, moved: ReadonlySet<number>): number[] {
  return items.flatMap((item) => (item !== undefined && moved.has(item.id) ? item.id : []));
}
