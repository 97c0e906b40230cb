/**
 * The gallery of who is signed in, as it stands: it outlives the page that shows it, so that whoever comes back from an
 * image finds the list, the selection and the place in it as they were.
 */

import { batch, computed, effect, signal } from '@preact/signals';
import { ConnectionError } from '../../client/errors.ts';
import { realPace } from '../../client/pace.ts';
import { api, call } from '../api/client.ts';
import { isConnected } from '../state/connection.ts';
import { watchImages, type ImageChanges } from '../state/image-changes.ts';
import { user } from '../state/session.ts';
import {
  isFiltered,
  isSameQuery,
  toImageQuery,
  WHOLE_LIBRARY,
  type GalleryQuery,
} from './gallery-query.ts';
import { PAGE_IMAGES, readImages, takeFirstImages } from './first-images.ts';
import { ImageList, type ImagePage, type ReadPage } from './image-list.ts';
import { deselect, NOTHING_SELECTED, type Selection } from './selection.ts';
import { WorkWatch } from './work-watch.ts';

/** So many are read beyond what is in sight: more than a window shows while a page is on its way. */
const AHEAD_IMAGES = 300;
/** A look at what is in work takes at least so many of the newest. */
const LOOK_IMAGES = 24;
/** Images in work further back are looked at one by one, so many in a look. */
const SINGLE_LOOKS = 4;

export const query = signal<GalleryQuery>(WHOLE_LIBRARY);

/** Rises with each change of `list`, which is too long to be copied each time. */
const version = signal(0);

export const list = new ImageList(readerOf(WHOLE_LIBRARY), () => {
  version.value += 1;
});

/** What `list` has to show. */
export const listed = computed(() => {
  const { items, hasMore, isLoading, error, isOutdated } = (version.value, list);
  return { items, hasMore, isLoading, error, isOutdated };
});

export const selection = signal<Selection>(NOTHING_SELECTED);

/** Whether a press selects, though nothing is selected yet. */
export const isSelecting = signal(false);

/** Whether a press on an image selects it instead of opening it. */
export const pressSelects = computed(() => isSelecting.value || selection.value.ids.size > 0);

/** The image that has the focus, or gets it when the grid does. */
export const activeId = signal<number | null>(null);

/** How many images the whole library has; null while nobody knows. */
export const libraryCount = signal<number | null>(null);

/** Images that have come while the start of the list was out of sight. */
export const freshCount = signal(0);

/** Where in the list the window is: the first image in sight, and how far its row is above the edge. */
export const place = { index: 0, offsetPx: 0 };

/** The first and last image that were in sight of the gallery. */
export const sight = { first: 0, last: 0 };

/** Whether the start of the list is in sight, where new images make nothing jump. */
export const isAtStart = signal(true);

let hasBegun = false;

/** The highest id that the list has taken account of; null after it has been read anew. */
let newestSeen: number | null = null;

/** Shows what a query asks for: what is there already, or a list from its start. */
export function openGallery(next: GalleryQuery): void {
  const isKept = hasBegun && isSameQuery(next, query.peek());
  if (isKept) {
    if (list.error === null) list.want(0);
    else list.retry();
    if (libraryCount.peek() === null) void readCount();
    watch.poke();
    return;
  }
  hasBegun = true;
  batch(() => {
    query.value = next;
    forgetPlace();
    reload();
  });
}

/** Reads the first images of the whole library, where no gallery was opened yet. */
export function beginGallery(): void {
  if (hasBegun) return;
  hasBegun = true;
  query.value = WHOLE_LIBRARY;
  list.restart(readerOf(WHOLE_LIBRARY), 1);
}

/** Reads the list anew, from its start. */
export function reload(): void {
  batch(() => {
    forgetSeen();
    list.restart(readerOf(query.peek()), AHEAD_IMAGES);
  });
  void readCount();
  // What is in work is followed, and in another order than theirs it has to be known which the newest are.
  watch.poke();
}

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

/** Reads on, so that there is more than what is in sight. */
export function readAhead(lastIndex: number): void {
  list.want(lastIndex + 1 + AHEAD_IMAGES);
}

/** Whether any image in the list is being published. */
export function isInWork({ processing_status: status }: { readonly processing_status: string }) {
  return status === 'pending' || status === 'processing';
}

/** Looks for new images at once, and for as long as one is in work. */
export function lookAgain(): void {
  watch.poke();
}

/** While the gallery is open: follows new images, and goes on once the connection is back. Returns what ends that. */
export function followGallery(): () => void {
  const unwatch = watchImages(() => {
    watch.poke();
    void readCount();
  });
  const onVisible = (): void => (document.hidden ? watch.stop() : watch.poke());
  document.addEventListener('visibilitychange', onVisible);
  const stopRetry = effect(() => {
    if (isConnected.value && list.error instanceof ConnectionError) list.retry();
  });
  return () => {
    unwatch();
    document.removeEventListener('visibilitychange', onVisible);
    stopRetry();
    watch.stop();
    list.pause();
  };
}

// The list outlives its page, so it hears of changes that are made elsewhere in the meantime.
watchImages(takeChanges);

/** Shows what has become of images. What the filter leaves out now goes. */
export function takeChanges({ changed = [], gone = [] }: ImageChanges): void {
  const { visibility } = query.peek();
  batch(() => {
    if (gone.length > 0) list.remove(new Set(gone));
    list.update(changed, (image) => visibility === 'all' || image.visibility === visibility);
    keepSelectionListed();
  });
}

/** What has left the list is in nobody's hand any more: nothing is done to images that are not to be seen. */
function keepSelectionListed(): void {
  const lost = [...selection.peek().ids].filter((id) => !list.has(id));
  if (lost.length > 0) selection.value = deselect(selection.peek(), new Set(lost));
}

// What belongs to one person is nobody else's.
let owner: number | null = null;
effect(() => {
  const id = user.value?.id ?? null;
  if (id === owner) return;
  owner = id;
  hasBegun = false;
  list.clear();
  libraryCount.value = null;
  forgetSeen();
  forgetPlace();
});

/** How many images are known to belong to the query; null while nobody knows. */
export const total = computed(() => {
  const { items, hasMore } = listed.value;
  if (!hasMore) return items.length;
  const count = libraryCount.value;
  return isFiltered(query.value) || count === null ? null : Math.max(count, items.length);
});

async function readCount(): Promise<void> {
  const asking = user.peek()?.id;
  try {
    const profile = await call(api.GET('/api/v1/user/profile'));
    if (user.peek()?.id === asking) libraryCount.value = profile.image_count;
  } catch {
    // The list itself says what is wrong; this is a number beside it.
  }
}

const watch = new WorkWatch(look, realPace);

/** Takes over what has become of the newest images. Says whether any is still in work. */
async function look(abort: AbortSignal): Promise<boolean> {
  // The list itself is under way.
  if (list.isOutdated) return true;
  const asked = query.peek();
  const inWork = list.items.filter(isInWork);
  const reach = list.items.findLastIndex(isInWork) + LOOK_IMAGES;
  const newest = toImageQuery({ ...asked, sort: 'newest' });
  const wanted = Math.min(reach, PAGE_IMAGES);
  const page = await readImages(newest, '', wanted, abort);
  const seen = new Set(page.images.map(({ id }) => id));
  const others = inWork.filter(({ id }) => !seen.has(id)).slice(0, SINGLE_LOOKS);
  const singles = await Promise.allSettled(
    others.map(({ id }) =>
      call(api.GET('/api/v1/images/{id}', { params: { path: { id } }, signal: abort })),
    ),
  );
  if (abort.aborted || asked !== query.peek() || list.isOutdated) return true;
  batch(() => {
    list.update(page.images);
    list.update(singles.flatMap((one) => (one.status === 'fulfilled' ? one.value : [])));
    takeNewest(page, wanted);
    keepSelectionListed();
  });
  return list.items.some(isInWork);
}

function takeNewest(page: ImagePage, wanted: number): void {
  const isNewestFirst = query.peek().sort === 'newest';
  const ids = page.images.map(({ id }) => id);
  newestSeen ??= Math.max(
    0,
    ...(isNewestFirst ? list.items.slice(0, PAGE_IMAGES).map(({ id }) => id) : ids),
  );
  const since = newestSeen;
  const fresh = ids.filter((id) => id > since && !list.has(id)).length;
  if (isNewestFirst && isAtStart.peek() && list.takeHead(page, wanted)) {
    newestSeen = Math.max(since, ...ids);
    freshCount.value = 0;
    if (fresh > 0) void readCount();
  } else if (isNewestFirst && isAtStart.peek() && selection.peek().ids.size === 0) {
    reload();
  } else {
    freshCount.value = fresh;
  }
}

function readerOf(asked: GalleryQuery): ReadPage {
  const wire = toImageQuery(asked);
  return async (cursor, abort) => {
    const first = cursor === '' ? await takeFirstImages(wire) : null;
    return first ?? readImages(wire, cursor, PAGE_IMAGES, abort);
  };
}

/** Forgets what the person has seen of the list, and has in hand of it. */
function forgetSeen(): void {
  freshCount.value = 0;
  newestSeen = null;
  activeId.value = null;
  endSelecting();
}

function forgetPlace(): void {
  Object.assign(place, { index: 0, offsetPx: 0 });
  Object.assign(sight, { first: 0, last: 0 });
  isAtStart.value = true;
}
