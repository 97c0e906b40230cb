/**
 * Adds images to the albums that were chosen for their files.
 *
 * - An item notes the image that its album has got. Until then the image waits, over a reload as well; to add it twice is
 *   harmless.
 * - One call at a time. Images that are published meanwhile go with the next one.
 * - An album that is gone or full is taken off all of its items, so that the person hears of it once. Their uploads succeed.
 */

import { computed, effect, signal, untracked, type ReadonlySignal } from '@preact/signals';
import { ApiError } from '../../../../client/errors.ts';
import { realScheduler } from '../../../../client/scheduler.ts';
import { ALBUM_IMAGES_PER_CALL } from '../../../../shared/entry-rules.ts';
import { INVALID_PARAMETER, NOT_FOUND } from '../../../../shared/error-codes.ts';
import { putInAlbum } from '../../../api/albums.ts';
import { announceImages } from '../../../state/image-changes.ts';
import { uploadText } from '../../../text/upload.ts';
import { showToast } from '../../../widgets/toast.tsx';
import { pageAlbum } from './page-album.ts';
import { awaitsAlbum, imageIdOf } from './queue-item.ts';
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
    const pauseMs = await fillOne(items, albumId);
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

/** One call. Returns the pause before the next one, in milliseconds. Never rejects. */
async function fillOne(items: QueueItems, albumId: number): Promise<number> {
  const ofAlbum = items.all.peek().filter((item) => item.albumId === albumId);
  const waiting = ofAlbum.filter(awaitsAlbum).flatMap((item) => imageIdOf(item) ?? []);
  const imageIds = new Set(waiting.slice(0, ALBUM_IMAGES_PER_CALL));
  try {
    await putInAlbum(albumId, [...imageIds]);
    applyToAlbum(items, albumId, { name: 'added', imageIds });
    announceImages({ albums: [albumId] });
    return 0;
  } catch (error) {
    const refusal = explainRefusal(error);
    if (refusal === null) return pauseAfter(error);
    applyToAlbum(items, albumId, { name: 'unassigned' });
    if (pageAlbum.peek() === albumId) pageAlbum.value = null;
    showToast({ kind: 'failure', message: refusal, isLasting: true });
    return 0;
  }
}

function applyToAlbum(
  items: QueueItems,
  albumId: number,
  event: Parameters<QueueItems['applyToAll']>[1],
): void {
  const ofAlbum = items.all.peek().filter((item) => item.albumId === albumId);
  items.applyToAll(
    ofAlbum.map(({ id }) => id),
    event,
  );
}

/** Null for a failure that may pass. */
function explainRefusal(error: unknown): string | null {
  const { albumGone, albumFull } = uploadText.peek();
  if (!(error instanceof ApiError)) return null;
  if (error.code === NOT_FOUND) return albumGone;
  return error.code === INVALID_PARAMETER ? albumFull : null;
}

function pauseAfter(error: unknown): number {
  const askedMs = error instanceof ApiError ? error.retryAfterMs : null;
  return askedMs ?? RETRY_MS;
}
