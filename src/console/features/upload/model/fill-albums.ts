/**
 * Adds images to the albums that were chosen for their files.
 *
 * - An item notes the image that its album has got. Until then the image waits, over a reload as well; to add it twice is
 *   harmless.
 * - One call at a time. Images that are published meanwhile go with the next one.
 * - An album with less room than images wait gets as many as fit.
 * - An album that is gone or full is taken off all of its items, so that the person hears of it once. Their uploads succeed.
 *   So is any album off an item whose image is not in the library.
 */

import { computed, effect, signal, untracked, type ReadonlySignal } from '@preact/signals';
import { ApiError } from '../../../../client/errors.ts';
import { realScheduler } from '../../../../client/scheduler.ts';
import { NOT_FOUND } from '../../../../shared/error-codes.ts';
import { formatNumber } from '../../../state/format.ts';
import { announceImages } from '../../../state/image-changes.ts';
import { uploadText } from '../../../text/upload.ts';
import { showToast } from '../../../widgets/toast.tsx';
import { pageAlbum } from './page-album.ts';
import { isFull, putThatFit } from './put-that-fit.ts';
import { awaitsAlbum, imageIdOf, isInAlbum, type Item } from './queue-item.ts';
import type { QueueItems } from './queue-items.ts';

/** The pause after a failure that may pass, unless the service names another one. */
const RETRY_MS = 30_000;

interface FillOptions {
  readonly items: QueueItems;
  /** Whether session, account and network allow adding. */
  readonly mayAdd: ReadonlySignal<boolean>;
}

/** Returns what ends this. */
export function fillAlbums({ items, mayAdd }: FillOptions): () => void {
  const closed = new AbortController();
  const isBusy = signal(false);
  const next = computed(() => items.all.value.find(awaitsAlbum)?.albumId ?? null);
  const fill = async (albumId: number): Promise<void> => {
    isBusy.value = true;
    const pauseMs = await fillOne({ items, mayAdd }, albumId);
    if (pauseMs > 0) await realScheduler.sleep(pauseMs, closed.signal).catch(() => undefined);
    isBusy.value = false;
  };
  const stop = effect(() => {
    const albumId = next.value;
    if (albumId !== null && mayAdd.value && !isBusy.value) untracked(() => void fill(albumId));
  });
  return () => {
    stop();
    closed.abort();
  };
}

/** One addition. Returns the pause before the next one, in milliseconds. Never rejects. */
async function fillOne({ items, mayAdd }: FillOptions, albumId: number): Promise<number> {
  const waiting = listWithout(items, albumId).flatMap((item) => imageIdOf(item) ?? []);
  try {
    const { asked, inAlbum } = await putThatFit(albumId, [...new Set(waiting)]);
    applyTo(items, listWithout(items, albumId), { name: 'added', imageIds: inAlbum });
    const isLeft = (item: Item): boolean => asked.has(imageIdOf(item) ?? 0);
    applyTo(items, listWithout(items, albumId).filter(isLeft), { name: 'unassigned' });
    announceImages({ albums: [albumId] });
    return 0;
  } catch (error) {
    // Another account that has signed in meanwhile does not know the album.
    if (!isRefusal(error) || !mayAdd.peek()) return pauseAfter(error);
    const refused = listWithout(items, albumId);
    applyTo(items, refused, { name: 'unassigned' });
    if (pageAlbum.peek() === albumId) pageAlbum.value = null;
    const message = explainRefusal(error, refused.length);
    showToast({ kind: 'failure', message, isLasting: true });
    return 0;
  }
}

/** Items whose image the album has not got yet. */
function listWithout(items: QueueItems, albumId: number): Item[] {
  return items.all.peek().filter((item) => item.albumId === albumId && !isInAlbum(item));
}

function applyTo(
  items: QueueItems,
  some: readonly Item[],
  event: Parameters<QueueItems['applyToAll']>[1],
): void {
  items.applyToAll(
    some.map(({ id }) => id),
    event,
  );
}

/** Whether the album takes no images, now and later. */
function isRefusal(error: unknown): boolean {
  return isFull(error) || (error instanceof ApiError && error.code === NOT_FOUND);
}

function explainRefusal(error: unknown, leftOut: number): string {
  const { albumGone, albumFull } = uploadText.peek();
  return isFull(error) ? albumFull(leftOut, formatNumber(leftOut)) : albumGone;
}

function pauseAfter(error: unknown): number {
  const askedMs = error instanceof ApiError ? error.retryAfterMs : null;
  return askedMs ?? RETRY_MS;
}
