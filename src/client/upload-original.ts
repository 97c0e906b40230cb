import {
  IMAGE_IN_WORK,
  NOT_FOUND,
  UPLOAD_CONFLICT,
  UPLOAD_NOT_FOUND,
} from '../shared/error-codes.ts';
import { ApiError, ConnectionError, UploadError } from './errors.ts';
import { validateOriginal } from './imaging/validate-source.ts';
import type { Scheduler } from './scheduler.ts';
import { withRetries } from './with-retries.ts';
import { awaitPublication, type PublishedImage } from './poll.ts';
import type { OriginalImage, QueuedUpload, Recipe } from './protocol-types.ts';
import { loadTicket, newIdempotencyKey, type UploadTicket } from './resume.ts';
import { abortable } from './abortable.ts';
import {
  CANCEL_ATTEMPTS,
  CANCEL_TIMEOUT_MS,
  isCancelled,
  isFinal,
  type StageShares,
  type UploadRun,
} from './upload-run.ts';

const SHARES: StageShares = { prepare: [0, 0], send: [0, 0.8], publish: [0.8, 1], done: [1, 1] };

const DELETE_PAUSE_MS = 1000;

/** The server has forgotten the upload, or its image was deleted. */
const GONE_CODES = new Set<number>([NOT_FOUND, UPLOAD_NOT_FOUND]);

/** Aborting stops the transfer, and deletes within ten seconds what has arrived. @throws as uploadImage. */
export async function uploadOriginal(
  source: Uint8Array<ArrayBuffer>,
  recipe: Recipe,
  run: UploadRun,
): Promise<PublishedImage> {
  const { filename, fingerprint, gate, signal, store, visibility } = run;
  const report = run.reportBy(SHARES);
  report('prepare', 0);
  const mimeType = await validateOriginal(source, recipe);
  await gate?.wait(signal);
  for (;;) {
    const opened = await openTicket(run);
    signal?.throwIfAborted();
    const { ticket } = opened;
    const queued = queue({ filename, mimeType, bytes: source, visibility }, opened, run);
    try {
      const { id } = await abortable(queued, signal).catch(async (error: unknown) => {
        // A paused upload that was sent waits for its answer, so that the ticket names it.
        if (signal?.aborted !== true || isCancelled(signal)) throw error;
        return queued.catch(() => {
          throw error;
        });
      });
      await store.save(fingerprint, { ...ticket, queueId: id });
      signal?.throwIfAborted();
      report('publish', 0);
      const image = await waitForPublication(id, run);
      await store.remove(fingerprint);
      report('done', 1);
      return image;
    } catch (error) {
      if (isCancelled(signal)) void deleteOriginal(queued, run);
      const code = error instanceof ApiError ? error.code : 0;
      const gone = GONE_CODES.has(code);
      // A conflict: the key belongs to other bytes, or another program sends the same ones.
      if (gone || code === UPLOAD_CONFLICT || isFinal(error, signal)) {
        await store.remove(fingerprint);
      }
      // An upload of this run is gone because somebody deleted it.
      if (!gone || ticket.queueId === undefined) throw error;
    }
  }
}

interface OpenTicket {
  readonly ticket: UploadTicket;
  readonly isResumed: boolean;
}

async function openTicket({ fingerprint, scheduler, store }: UploadRun): Promise<OpenTicket> {
  const kept = await loadTicket(store, fingerprint, scheduler.now());
  if (kept?.pipeline === 1) return { ticket: kept, isResumed: true };
  const ticket: UploadTicket = {
    pipeline: 1,
    idempotencyKey: newIdempotencyKey(),
    createdAt: scheduler.now(),
  };
  await store.save(fingerprint, ticket);
  return { ticket, isResumed: false };
}

/** After the last byte an abort waits briefly for the answer, which names the upload to delete. */
async function queue(
  image: OriginalImage,
  { ticket: { idempotencyKey, queueId }, isResumed }: OpenTicket,
  { api, scheduler, partPlaces, reportBy, signal }: UploadRun,
): Promise<Pick<QueuedUpload, 'id' | 'image_id'>> {
  if (queueId !== undefined) return { id: queueId };
  const report = reportBy(SHARES);
  const cut = new AbortController();
  const limit = new AbortController();
  let hasGoneOut = false;
  let mayHaveArrived = isResumed;
  const abort = (): void => {
    if (!hasGoneOut) cut.abort(signal?.reason);
    AbortSignal.timeout(CANCEL_TIMEOUT_MS).addEventListener('abort', () => {
      cut.abort(signal?.reason);
      limit.abort(signal?.reason);
    });
  };
  const onSent = (share: number): void => {
    hasGoneOut = share === 1;
    if (signal?.aborted !== true) report('send', share);
  };
  const submit = async (until: AbortSignal): Promise<QueuedUpload> => {
    try {
      return await api.submitImage(idempotencyKey, image, until, onSent);
    } catch (error) {
      mayHaveArrived ||= hasGoneOut && isOutcomeUnknown(error);
      throw error;
    } finally {
      hasGoneOut = false;
    }
  };
  signal?.addEventListener('abort', abort);
  try {
    return await withRetries(() => partPlaces.run(() => submit(cut.signal)), scheduler, cut.signal);
  } catch (error) {
    if (!isCancelled(signal) || !mayHaveArrived) throw error;
    return await partPlaces.run(() => submit(limit.signal));
  } finally {
    signal?.removeEventListener('abort', abort);
  }
}

function isOutcomeUnknown(error: unknown): boolean {
  return error instanceof ConnectionError || (error instanceof ApiError && error.status >= 500);
}

async function waitForPublication(
  id: string,
  { api, scheduler, signal }: UploadRun,
): Promise<PublishedImage> {
  return awaitPublication(
    async () => {
      const imageId = interpretQueued(await api.readQueuedUpload(id, signal));
      if (imageId === null) return null;
      const { unique_link } = await api.readImage(imageId, signal);
      return {
        upload_id: id,
        image_id: imageId,
        unique_link,
        asset_link: unique_link,
        path: `/i/${unique_link}`,
      };
    },
    scheduler,
    signal,
  );
}

function interpretQueued({ status, image_id, failure }: QueuedUpload): number | null {
  if (status === 'completed' && image_id !== undefined) return image_id;
  if (status === 'pending' || status === 'processing') return null;
  const message = failure?.message ?? 'The image could not be published';
  throw new UploadError('failed', message, failure?.code ?? null);
}

/** Never rejects. */
export async function deleteOriginal(
  queued: Promise<Pick<QueuedUpload, 'id' | 'image_id'>>,
  { api, scheduler }: Pick<UploadRun, 'api' | 'scheduler'>,
): Promise<void> {
  const limit = AbortSignal.timeout(CANCEL_TIMEOUT_MS);
  try {
    const { id, image_id } = await queued;
    const read = () => api.readQueuedUpload(id, limit);
    const imageId =
      image_id ?? (await withRetries(read, scheduler, limit, CANCEL_ATTEMPTS)).image_id;
    if (imageId === undefined) return;
    while (await isRefusedAsBusy(() => api.deleteImage(imageId, limit), scheduler, limit)) {
      await scheduler.sleep(DELETE_PAUSE_MS, limit);
    }
  } catch {
    // The image remains.
  }
}

async function isRefusedAsBusy(
  remove: () => Promise<void>,
  scheduler: Scheduler,
  limit: AbortSignal,
): Promise<boolean> {
  try {
    await withRetries(remove, scheduler, limit, CANCEL_ATTEMPTS);
    return false;
  } catch (error) {
    if (error instanceof ApiError && error.code === IMAGE_IN_WORK) return true;
    throw error;
  }
}
