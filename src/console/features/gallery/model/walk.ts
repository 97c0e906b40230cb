/** From one image to the next, in the order of the gallery that one came from. */

import { activeId, list, place, sight } from './gallery-state.ts';

/** So close to the end of what is loaded, more is read. */
const NEAR_IMAGES = 20;
/** What stands above the images of the gallery in a window that was scrolled. */
const ABOVE_PX = 96;

/** Reads on where the end of what is loaded is near, also after that has failed. */
export function readNear(index: number): void {
  const wanted = index + 1 + NEAR_IMAGES;
  // Other images are under way, and which place this one has among them nobody knows.
  const { isOutdated, hasMore, items, error } = list.peek();
  if (isOutdated || !hasMore || items.length >= wanted) return;
  if (error === null) list.peek().want(wanted);
  else list.peek().retry();
}

/** Has the gallery show, when it is opened again, the image that was seen last. */
export function noteStep(index: number, id: number): void {
  activeId.value = id;
  const { first, last } = sight.peek();
  if (index < first || index > last) {
    Object.assign(place.peek(), { index, offsetPx: -ABOVE_PX });
    // What else will be in sight there is not known yet.
    Object.assign(sight.peek(), { first: index, last: index });
  }
}
