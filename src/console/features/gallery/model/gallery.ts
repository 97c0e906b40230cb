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

/** Images to read ahead of those in sight. */
const AHEAD_IMAGES = 300;
/** The newest images to poll while one is processed. */
const LOOK_IMAGES = 24;
/** Older processed images are polled one by one, this many at a time. */
const SINGLE_LOOKS = 4;

const hasBegun = perUser(() => false);

/** The highest id that the list includes; null after a reload. */
const newestSeen = perUser<number | null>(() => null);

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

export function beginGallery(): void {
  if (hasBegun.peek()) return;
  hasBegun.value = true;
  shownQuery.value = WHOLE_LIBRARY;
  list.peek().restart(readerOf(WHOLE_LIBRARY), 1);
}

export function reload(): void {
  batch(() => {
    forgetSeen();
    list.peek().restart(readerOf(shownQuery.peek()), AHEAD_IMAGES);
  });
  // Processing is followed, and other orders must know the newest images.
  watch.poke();
}

export function readAhead(lastIndex: number): void {
  list.peek().want(lastIndex + 1 + AHEAD_IMAGES);
}

export function lookAgain(): void {
  watch.poke();
}

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

// The list outlives its page, so it follows changes made elsewhere.
watchImages(takeChanges);

export function takeChanges({ changed = [], gone = [] }: ImageChanges): void {
  const { visibility } = shownQuery.peek();
  batch(() => {
    if (gone.length > 0) list.peek().remove(new Set(gone));
    list.peek().update(changed, (image) => visibility === 'all' || image.visibility === visibility);
    keepSelectionListed();
  });
}

/** Images that left the list are deselected: no action affects hidden images. */
function keepSelectionListed(): void {
  const lost = [...selection.peek().ids].filter((id) => !list.peek().has(id));
  if (lost.length > 0) selection.value = deselect(selection.peek(), new Set(lost));
}

const watch = new WorkWatch(look, realScheduler);

/** Merges the newest images. Returns whether any is still processed. */
async function look(abort: AbortSignal): Promise<boolean> {
  // The list itself is being read.
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

function forgetSeen(): void {
  freshCount.value = 0;
  newestSeen.value = null;
  activeId.value = null;
  endSelecting();
}
