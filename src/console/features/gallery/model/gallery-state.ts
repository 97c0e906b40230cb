/** Outlives its page, so that Back restores the list, the selection and the scroll position. */

import { batch, computed, signal } from '@preact/signals';
import { realScheduler } from '../../../../client/scheduler.ts';
import { perUser } from '../../../state/per-user.ts';
import {
  dateSortOf,
  isOldestFirst,
  monthIn,
  PAGE_IMAGES,
  toImageQuery,
  WHOLE_LIBRARY,
  type GalleryQuery,
} from './gallery-query.ts';
import { ImageList, type ListSource } from './image-list.ts';
import { readImages } from './read-images.ts';
import { NOTHING_SELECTED, type Selection } from './selection.ts';
import { countOf, readTimeline } from './timeline.ts';
import { Poller } from './poller.ts';

const START = { index: 0, offsetPx: 0 };
const START_SIGHT = { first: 0, last: 0 };
const FIRST_TRY_MS = 2000;
const LAST_TRY_MS = 60_000;

export const shownQuery = signal<GalleryQuery>(WHOLE_LIBRARY);

/** Counts the changes of `list`, which is too long to copy each time. */
const version = signal(0);

export const list = perUser(createList, { end: (previous) => previous.pause() });

/** What reads it runs again after each change of `list`. */
export const listed = {
  get value(): ImageList {
    void version.value;
    return list.value;
  },
};

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
  const count = countOf(shownQuery.value);
  if (count === null) return null;
  // A list by date has all of its images.
  const hasMonths = dateSortOf(shownQuery.value) !== null;
  return hasMonths ? items.length : Math.max(items.length, count);
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
  const changed = (): void => {
    version.value += 1;
  };
  // A selection may take any images, and reads those that are missing until none is.
  const isInUse = (id: number): boolean => activeId.peek() === id || pressSelects.peek();
  return new ImageList(sourceOf(WHOLE_LIBRARY), changed, isInUse);
}

export function sourceOf(asked: GalleryQuery): ListSource {
  const wire = toImageQuery(asked);
  return {
    monthOf: monthIn(asked),
    isOldestFirst: isOldestFirst(asked),
    readPage: async (start, abort) => {
      const isStart = start.cursor === '' && start.from === '';
      const page = await readImages(wire, start, PAGE_IMAGES, abort);
      // Lets the page around the first images render before them.
      if (isStart) await new Promise((resolve) => setTimeout(resolve));
      abort.throwIfAborted();
      if (isStart && page.has_more) {
        // Another list does not wait for the months of the last one.
        monthsWatch.peek().stop();
        monthsWatch.peek().poke();
      }
      return page;
    },
  };
}

/** Reads how many images each month of the list has, one read at a time, so that the newest answer stays. */
export const monthsWatch = perUser(() => new Poller(readMonths, realScheduler, nextTryDelay), {
  end: (previous) => previous.stop(),
});

async function readMonths(abort: AbortSignal): Promise<boolean> {
  const asked = shownQuery.peek();
  const months = await readTimeline(asked, abort);
  const hasMonths = asked === shownQuery.peek() && dateSortOf(asked) !== null;
  if (months !== null && hasMonths) list.peek().expect(months);
  return false;
}

/** After failures: 2, 4, 8 s and so on, up to a minute. */
function nextTryDelay(elapsedMs: number): number {
  return Math.min(LAST_TRY_MS, FIRST_TRY_MS + elapsedMs);
}
