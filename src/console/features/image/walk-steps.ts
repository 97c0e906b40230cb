import type { Walk } from '../gallery/model/walk.ts';

/** Images to read before and after the shown one. */
const NEAR_IMAGES = 20;

export function readNear({ list: walked }: Walk, index: number): void {
  // Another list is loading, and this image's place in it is unknown.
  const { isOutdated, error } = walked;
  if (isOutdated) return;
  walked.want({ before: index - NEAR_IMAGES, first: index, last: index + NEAR_IMAGES });
  if (error !== null) walked.retry();
}

/** Reads the next page of a list without months, to find an image. */
export function readOn({ list: walked, searchedCount }: Walk): void {
  const { length } = walked.items;
  if (walked.isOutdated || !walked.hasMore || length >= searchedCount) return;
  walked.want({ before: length, first: length, last: length });
}

export function noteStep(walk: Walk, index: number, id: number): void {
  walk.activate(id);
  const { first, last } = walk.sight;
  if (index < first || index > last) {
    // Below the bars.
    Object.assign(walk.place, { index, offsetPx: -Infinity });
    Object.assign(walk.sight, { first: index, last: index });
  }
}
