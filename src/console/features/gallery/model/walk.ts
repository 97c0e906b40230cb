import { activeId, list, place, sight } from './gallery-state.ts';

/** Distance from the end of the loaded images at which more are read. */
const NEAR_IMAGES = 20;
const ABOVE_PX = 96;

export function readNear(index: number): void {
  const wanted = index + 1 + NEAR_IMAGES;
  // Another list is loading, and this image's place in it is unknown.
  const { isOutdated, hasMore, items, error } = list.peek();
  if (isOutdated || !hasMore || items.length >= wanted) return;
  if (error === null) list.peek().want(wanted);
  else list.peek().retry();
}

export function noteStep(index: number, id: number): void {
  activeId.value = id;
  const { first, last } = sight.peek();
  if (index < first || index > last) {
    Object.assign(place.peek(), { index, offsetPx: -ABOVE_PX });
    Object.assign(sight.peek(), { first: index, last: index });
  }
}
