/**
 * What there is to see of the gallery of who is signed in, and what the person has in hand of it. It outlives the page that
 * shows it, so that whoever comes back from an image finds the list, the selection and the place in it as they were.
 */

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

/** Rises with each change of `list`, which is too long to be copied each time. */
const version = signal(0);

export const list = perUser(createList, { end: (previous) => previous.pause() });

/** What `list` has to show. */
export const listed = computed(() => {
  const { items, hasMore, isLoading, error, isOutdated } = (version.value, list.value);
  return { items, hasMore, isLoading, error, isOutdated };
});

export const selection = perUser<Selection>(() => NOTHING_SELECTED);

/** Whether a press selects, though nothing is selected yet. */
export const isSelecting = perUser(() => false);

/** Whether a press on an image selects it instead of opening it. */
export const pressSelects = computed(() => isSelecting.value || selection.value.ids.size > 0);

/** The image that has the focus, or gets it when the grid does. */
export const activeId = perUser<number | null>(() => null);

/** Images that have come while the start of the list was out of sight. */
export const freshCount = perUser(() => 0);

/** Where in the list the window is: the first image in sight, and how far its row is above the edge. */
export const place = perUser(() => ({ ...START }));

/** The first and last image that were in sight of the gallery. */
export const sight = perUser(() => ({ ...START_SIGHT }));

/**
 * Whether what one does with images is to be there. It waits for the pictures that are in sight at first, unless the
 * person has begun something before.
 */
export const isDockWanted = signal(false);

/** Whether the start of the list is in sight, where new images make nothing jump. */
export const isAtStart = perUser(() => true);

/** How many images are known to belong to the query; null while nobody knows. */
export const total = computed(() => {
  const { items, hasMore } = listed.value;
  if (!hasMore) return items.length;
  const count = libraryCount.value;
  return isFiltered(shownQuery.value) || count === null ? null : Math.max(count, items.length);
});

/** Lets go of what is selected; a press opens again. */
export function endSelecting(): void {
  batch(() => {
    selection.value = NOTHING_SELECTED;
    isSelecting.value = false;
  });
}

/** Has presses select from now on; where they do already, that ends. */
export function toggleSelecting(): void {
  if (pressSelects.peek()) endSelecting();
  else isSelecting.value = true;
}

/** Goes to the start of the list. */
export function resetPlace(): void {
  Object.assign(place.peek(), START);
  Object.assign(sight.peek(), START_SIGHT);
  isAtStart.value = true;
}

/** Whether an image is being published. */
export function isInWork({ processing_status: status }: { readonly processing_status: string }) {
  return status === 'pending' || status === 'processing';
}

function createList(): ImageList {
  return new ImageList(readerOf(WHOLE_LIBRARY), () => {
    version.value += 1;
  });
}

/** What reads the images of a query, page by page. */
export function readerOf(asked: GalleryQuery): ReadPage {
  const wire = toImageQuery(asked);
  return async (cursor, abort) => {
    const first = cursor === '' ? await takeFirstImages(wire) : null;
    const page = first ?? (await readImages(wire, cursor, PAGE_IMAGES, abort));
    // A list that is whole says how many there are; of what a filter leaves over, nobody knows.
    if (cursor === '' && page.has_more && !isFiltered(asked)) void readLibraryCount();
    return page;
  };
}
