/** What keeps the gallery true: what is read, when it is read anew, and what has come or gone in the meantime. */

import { batch, effect } from '@preact/signals';
import { ConnectionError } from '../../../../client/errors.ts';
import { realScheduler } from '../../../../client/scheduler.ts';
import { api, call } from '../../../api/client.ts';
import { isConnected } from '../../../state/connection.ts';
import { watchImages, type ImageChanges } from '../../../state/image-changes.ts';
import { perUser } from '../../../state/per-user.ts';
import {
  isSameQuery,
  PAGE_IMAGES,
  toImageQuery,
  WHOLE_LIBRARY,
  type GalleryQuery,
} from './gallery-query.ts';
import {
  endSelecting,
  activeId,
  resetPlace,
  freshCount,
  isAtStart,
  isInWork,
  list,
  shownQuery,
  readerOf,
  selection,
} from './gallery-state.ts';
import { readImages } from './first-images.ts';
import type { ListedPage } from './image-list.ts';
import { libraryCount, readLibraryCount } from './library-count.ts';
import { deselect } from './selection.ts';
import { WorkWatch } from './work-watch.ts';

/** So many are read beyond what is in sight: more than a window shows while a page is on its way. */
const AHEAD_IMAGES = 300;
/** A look at what is in work takes at least so many of the newest. */
const LOOK_IMAGES = 24;
/** Images in work further back are looked at one by one, so many in a look. */
const SINGLE_LOOKS = 4;

/** Whether a list is being read. */
const hasBegun = perUser(() => false);

/** The highest id that the list has taken account of; null after it has been read anew. */
const newestSeen = perUser<number | null>(() => null);

/** Shows what a query asks for: what is there already, or a list from its start. */
export function openGallery(next: GalleryQuery): void {
  const isKept = hasBegun.peek() && isSameQuery(next, shownQuery.peek());
  if (isKept) {
    if (list.peek().error === null) list.peek().want(0);
    else list.peek().retry();
    if (list.peek().hasMore && libraryCount.peek() === null) void readLibraryCount();
    watch.poke();
    return;
  }
  hasBegun.value = true;
  batch(() => {
    shownQuery.value = next;
    resetPlace();
    reload();
  });
}

/** Reads the first images of the whole library, where no gallery was opened yet. */
export function beginGallery(): void {
  if (hasBegun.peek()) return;
  hasBegun.value = true;
  shownQuery.value = WHOLE_LIBRARY;
  list.peek().restart(readerOf(WHOLE_LIBRARY), 1);
}

/** Reads the list anew, from its start. */
export function reload(): void {
  batch(() => {
    forgetSeen();
    list.peek().restart(readerOf(shownQuery.peek()), AHEAD_IMAGES);
  });
  // What is in work is followed, and in another order than theirs it has to be known which the newest are.
  watch.poke();
}

/** Reads on, so that there is more than what is in sight. */
export function readAhead(lastIndex: number): void {
  list.peek().want(lastIndex + 1 + AHEAD_IMAGES);
}

/** Looks for new images at once, and for as long as one is in work. */
export function lookAgain(): void {
  watch.poke();
}

/** While the gallery is open: follows new images, and goes on once the connection is back. Returns what ends that. */
export function followGallery(): () => void {
  const unwatch = watchImages(() => {
    watch.poke();
    void readLibraryCount();
  });
  const onVisible = (): void => (document.hidden ? watch.stop() : watch.poke());
  document.addEventListener('visibilitychange', onVisible);
  const stopRetry = effect(() => {
    if (isConnected.value && list.peek().error instanceof ConnectionError) list.peek().retry();
  });
  return () => {
    unwatch();
    document.removeEventListener('visibilitychange', onVisible);
    stopRetry();
    watch.stop();
    list.peek().pause();
  };
}

// The list outlives its page, so it hears of changes that are made elsewhere in the meantime.
watchImages(takeChanges);

/** Shows what has become of images. What the filter leaves out now goes. */
export function takeChanges({ changed = [], gone = [] }: ImageChanges): void {
  const { visibility } = shownQuery.peek();
  batch(() => {
    if (gone.length > 0) list.peek().remove(new Set(gone));
    list.peek().update(changed, (image) => visibility === 'all' || image.visibility === visibility);
    keepSelectionListed();
  });
}

/** What has left the list is in nobody's hand any more: nothing is done to images that are not to be seen. */
function keepSelectionListed(): void {
  const lost = [...selection.peek().ids].filter((id) => !list.peek().has(id));
  if (lost.length > 0) selection.value = deselect(selection.peek(), new Set(lost));
}

const watch = new WorkWatch(look, realScheduler);

/** Takes over what has become of the newest images. Says whether any is still in work. */
async function look(abort: AbortSignal): Promise<boolean> {
  // The list itself is under way.
  if (list.peek().isOutdated) return true;
  const asked = shownQuery.peek();
  const { items } = list.peek();
  const inWork = items.filter(isInWork);
  const reach = items.findLastIndex(isInWork) + LOOK_IMAGES;
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
  if (abort.aborted || asked !== shownQuery.peek() || list.peek().isOutdated) return true;
  batch(() => {
    list.peek().update(page.images);
    list.peek().update(singles.flatMap((one) => (one.status === 'fulfilled' ? one.value : [])));
    takeNewest(page, wanted);
    keepSelectionListed();
  });
  return list.peek().items.some(isInWork);
}

function takeNewest(page: ListedPage, wanted: number): void {
  const isNewestFirst = shownQuery.peek().sort === 'newest';
  const known = list.peek();
  const ids = page.images.map(({ id }) => id);
  const since = (newestSeen.value ??= Math.max(
    0,
    ...(isNewestFirst ? known.items.slice(0, PAGE_IMAGES).map(({ id }) => id) : ids),
  ));
  const fresh = ids.filter((id) => id > since && !known.has(id)).length;
  if (isNewestFirst && isAtStart.peek() && known.takeHead(page, wanted)) {
    newestSeen.value = Math.max(since, ...ids);
    freshCount.value = 0;
    if (fresh > 0) void readLibraryCount();
  } else if (isNewestFirst && isAtStart.peek() && selection.peek().ids.size === 0) {
    reload();
  } else {
    freshCount.value = fresh;
  }
}

/** Forgets what the person has seen of the list, and has in hand of it. */
function forgetSeen(): void {
  freshCount.value = 0;
  newestSeen.value = null;
  activeId.value = null;
  endSelecting();
}
