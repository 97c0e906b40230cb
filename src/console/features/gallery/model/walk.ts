import { activeId, list, place, sight } from './gallery-state.ts';

/** Images to read before and after the shown one. */
const NEAR_IMAGES = 20;
const ABOVE_PX = 96;

export function readNear(index: number): void {
  // Another list is loading, and this image's place in it is unknown.
  const { isOutdated, error } = list.peek();
  if (isOutdated) return;
  list.peek().want({ before: index - NEAR_IMAGES, first: index, last: index + NEAR_IMAGES });
  if (error !== null) list.peek().retry();
}

export function noteStep(index: number, id: number): void {
  activeId.value = id;
  const { first, last } = sight.peek();
  if (index < first || index > last) {
    Object.assign(place.peek(), { index, offsetPx: -ABOVE_PX });
    Object.assign(sight.peek(), { first: index, last: index });
  }
}
