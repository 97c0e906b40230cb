import { batch } from '@preact/signals';
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
  monthsWatch,
  shownQuery,
  selection,
  sight,
  sourceOf,
} from './gallery-state.ts';
import { LIST_START, readImages } from './read-images.ts';
import type { ListedPage } from './image-list.ts';
import { deselect } from './selection.ts';
import { countOf } from './timeline.ts';
import { Poller } from './poller.ts';

/** Images to read after those in sight, and before them. */
const AHEAD_IMAGES = 300;
const BEHIND_IMAGES = 100;
/** After a jump, reading them at once would delay the pictures in sight by as much as these take. */
const AROUND_DELAY_MS = 400;
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
    list.peek().retry();
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
  list.peek().restart(sourceOf(WHOLE_LIBRARY));
}

export function reload(): void {
  batch(() => {
    forgetSeen();
    list
      .peek()
      .restart(sourceOf(shownQuery.peek()), { before: 0, first: 0, last: AHEAD_IMAGES - 1 });
  });
  // Processing is followed, and other orders must know the newest images.
  watch.poke();
}

/** Delays the reading around the images in sight after a jump. */
let aroundTimer: ReturnType<typeof setTimeout> | null = null;

/** Reads the images in sight, by their indices, and those around them. */
export function readAround(first: number, last: number): void {
  Object.assign(sight.peek(), { first, last });
  if (list.peek().items.ids(first, last + 1).length <= last - first) {
    endWaiting();
    aroundTimer = setTimeout(wantAround, AROUND_DELAY_MS);
  }
  if (aroundTimer === null) wantAround();
  else list.peek().want({ before: first, first, last });
}

function wantAround(): void {
  endWaiting();
  const { first, last } = sight.peek();
  list.peek().want({ before: first - BEHIND_IMAGES, first, last: last + AHEAD_IMAGES });
}

function endWaiting(): void {
  if (aroundTimer !== null) clearTimeout(aroundTimer);
  aroundTimer = null;
}

export function lookAgain(): void {
  watch.poke();
}

export function followGallery(): () => void {
  const unwatch = watchImages(() => {
    watch.poke();
    monthsWatch.peek().poke();
  });
  const onVisible = (): void => {
    if (document.hidden) {
      monthsWatch.peek().stop();
      return watch.stop();
    }
    watch.poke();
    seekMonths();
  };
  document.addEventListener('visibilitychange', onVisible);
  const stopRetry = isConnected.subscribe((isBack) => {
    if (!isBack) return;
    seekMonths();
    if (list.peek().error instanceof ConnectionError) list.peek().retry();
  });
  return () => {
    unwatch();
    document.removeEventListener('visibilitychange', onVisible);
    stopRetry();
    watch.stop();
    endWaiting();
    list.peek().pause();
  };
}

/** Reads the months that are unknown after a failure. */
function seekMonths(): void {
  const { isOutdated, hasMore } = list.peek();
  if (!isOutdated && hasMore && countOf(shownQuery.peek()) === null) monthsWatch.peek().poke();
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

const watch = new Poller(look, realScheduler);

/** Merges the newest images. Returns whether any is still processed. */
async function look(abort: AbortSignal): Promise<boolean> {
  // The list itself is being read.
  if (list.peek().isOutdated) return true;
  const asked = shownQuery.peek();
  const { items, sections } = list.peek();
  const inWork = sections.flatMap(({ images }) => images.filter(isInWork));
  const reach = items.indexOf(inWork.at(-1)?.id ?? null) + LOOK_IMAGES;
  const newest = toImageQuery({ ...asked, sort: 'newest' });
  const wanted = Math.min(reach, PAGE_IMAGES);
  const page = await readImages(newest, LIST_START, wanted, abort);
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
  return list.peek().sections.some(({ images }) => images.some(isInWork));
}

function takeNewest(page: ListedPage, wanted: number): void {
  const isNewestFirst = shownQuery.peek().sort === 'newest';
  const known = list.peek();
  const ids = page.images.map(({ id }) => id);
  const since = (newestSeen.value ??= Math.max(
    0,
    ...(isNewestFirst ? known.items.ids(0, PAGE_IMAGES) : ids),
  ));
  const fresh = ids.filter((id) => id > since && !known.has(id)).length;
  if (isNewestFirst && isAtStart.peek() && known.takeHead(page, wanted)) {
    newestSeen.value = Math.max(since, ...ids);
    freshCount.value = 0;
    if (fresh > 0) monthsWatch.peek().poke();
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
