/** Outlives its page, so that Back restores the list, the selection and the scroll position. */

import { batch, computed, signal } from '@preact/signals';
import { perUser } from '../../../state/per-user.ts';
import {
  isFiltered,
  PAGE_IMAGES,
  toImageQuery,
  WHOLE_LIBRARY,
  type GalleryQuery,
} from './gallery-query.ts';
import { readImages, takeFirstImages } from './first-images.ts';
import { ImageList, type ReadPage } from './image-list.ts';
import { libraryCount, readLibraryCount } from './library-count.ts';
import { NOTHING_SELECTED, type Selection } from './selection.ts';

const START = { index: 0, offsetPx: 0 };
const START_SIGHT = { first: 0, last: 0 };

export const shownQuery = signal<GalleryQuery>(WHOLE_LIBRARY);

/** Counts the changes of `list`, which is too long to copy each time. */
const version = signal(0);

export const list = perUser(createList, { end: (previous) => previous.pause() });

export const listed = computed(() => {
  const { items, hasMore, isLoading, error, isOutdated } = (version.value, list.value);
  return { items, hasMore, isLoading, error, isOutdated };
});

export const selection = perUser<Selection>(() => NOTHING_SELECTED);

/** Whether a press selects even while nothing is selected. */
export const isSelecting = perUser(() => false);

export const pressSelects = computed(() => isSelecting.value || selection.value.ids.size > 0);

export const activeId = perUser<number | null>(() => null);

/** New images that arrived while the start of the list was out of sight. */
export const freshCount = perUser(() => 0);

export const place = perUser(() => ({ ...START }));

export const sight = perUser(() => ({ ...START_SIGHT }));

/** Whether to render the actions on images: after the first images in sight have loaded, or the first action. */
export const isDockWanted = signal(false);

/** Whether the start of the list is in sight, so that new images make nothing jump. */
export const isAtStart = perUser(() => true);

export const total = computed(() => {
  const { items, hasMore } = listed.value;
  if (!hasMore) return items.length;
  const count = libraryCount.value;
  return isFiltered(shownQuery.value) || count === null ? null : Math.max(count, items.length);
});

export function endSelecting(): void {
  batch(() => {
    selection.value = NOTHING_SELECTED;
    isSelecting.value = false;
  });
}

export function toggleSelecting(): void {
  if (pressSelects.peek()) endSelecting();
  else isSelecting.value = true;
}

export function resetPlace(): void {
  Object.assign(place.peek(), START);
  Object.assign(sight.peek(), START_SIGHT);
  isAtStart.value = true;
}

export function isInWork({ processing_status: status }: { readonly processing_status: string }) {
  return status === 'pending' || status === 'processing';
}

function createList(): ImageList {
  return new ImageList(readerOf(WHOLE_LIBRARY), () => {
    version.value += 1;
  });
}

export function readerOf(asked: GalleryQuery): ReadPage {
  const wire = toImageQuery(asked);
  return async (cursor, abort) => {
    const first = cursor === '' ? await takeFirstImages(wire) : null;
    const page = first ?? (await readImages(wire, cursor, PAGE_IMAGES, abort));
    // The service counts the whole library, not the result of a filter.
    if (cursor === '' && page.has_more && !isFiltered(asked)) void readLibraryCount();
    return page;
  };
}
