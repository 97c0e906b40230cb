import type { Extra } from '../../../widgets/window-rows.ts';
import type { Item } from './queue-item.ts';

export interface MeasuredHeight {
  /** Where the row was when it was last found. */
  readonly index: number;
  readonly heightPx: number;
}

/**
 * The rows that are not of the usual height, in their order. Searches all items only once after rows have moved, as it
 * updates `heights`, by the ids of items.
 */
export function listExtras(
  items: readonly Pick<Item, 'id'>[],
  heights: Map<string, MeasuredHeight>,
  usualPx: number,
): Extra[] {
  const hasMoved = [...heights].some(([id, { index }]) => items[index]?.id !== id);
  if (hasMoved) {
    const places = new Map(items.map(({ id }, index) => [id, index]));
    for (const [id, { heightPx }] of heights) {
      const index = places.get(id);
      if (index === undefined) heights.delete(id);
      else heights.set(id, { index, heightPx });
    }
  }
  return [...heights.values()]
    .map(({ index, heightPx }): Extra => [index, heightPx - usualPx])
    .sort(([one], [other]) => one - other);
}
