/**
 * An upload of pipeline 1: one request, one file. Its row is an upload session without parts.
 *
 *   session  initiated → processing → …        (initiated → cancelled | failed)
 *
 * - A batch admits the request and reserves space before a byte is read. No session outlives its request.
 * - The file streams to the session's unique key. One batch, which requires an open session, then creates the image and
 *   its publication job: an image has its file, and only one.
 * - A failure closes the session and erases the file. After a crash the session expires, and the sweep does both. A
 *   request that finds its session closed leaves the file to whatever closed it.
 * - An Idempotency-Key allows repetition. An existing image is not stored again; an unfinished attempt, even a running
 *   one, gives way. Repetitions are compared by a hash of file and texts, which the commit records.
 */

import { and, eq, inArray } from 'drizzle-orm';
import { GuardError } from '../../db/guard.ts';
import { uploadSessions } from '../../db/schema/uploads.ts';
import type { Params } from '../../db/statement.ts';
import { newUploadId } from '../../../shared/ids.ts';
import { describeError } from '../../lib/log.ts';
import type { Actor } from '../actor.ts';
import { latestWriteAt, lastStoreAt } from '../erasure/late-writers.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import { announceJob } from '../announce-job.ts';
import type { Services } from '../services.ts';
import { prepareClosing } from '../uploads/close-uploads.ts';
import {
  LIMIT_RATE_ERRORS,
  limitRate,
  REFUSALS,
  RESERVE_ERRORS,
} from '../uploads/create-upload.ts';
import { sourceKeyOf } from '../variants/source-key.ts';
import { OPEN_STATUSES } from '../uploads/upload-state.ts';
import { commitOriginal } from './commit-original.ts';
import { hashForm, hashLength, isRepetition } from './find-repeated.ts';
import type { ReceiveForm } from './image-form.ts';
import {
  queueStateOf,
  selectQueuedByKey,
  type QueuedRow,
  type QueuedUpload,
} from './queue-state.ts';
import { reserveOriginal, type ReservedUpload } from './reserve-original.ts';
import { RUN_IN_PLACE_ERRORS, runInPlace } from './run-in-place.ts';
import { STORE_ORIGINAL_ERRORS, storeOriginal, type StoreLimits } from './store-original.ts';

type ImageServices = Pick<
  Services,
  | 'clock'
  | 'config'
  | 'db'
  | 'filePlaces'
  | 'limiter'
  | 'log'
  | 'objects'
  | 'partPlaces'
  | 'publishQueue'
>;

export interface ImageTransfer {
  readonly idempotencyKey: string | null;
  /** Bytes; null when unknown. The file is no longer than this. */
  readonly contentLength: number | null;
  readonly receive: ReceiveForm;
  /** Runs beside the commit once the file is stored, to release the transfer's resources. */
  readonly onTransferred: () => Promise<void>;
}

export interface CreatedImage {
  readonly upload: QueuedUpload;
  readonly isNew: boolean;
}

export const CREATE_IMAGE_ERRORS = [
  // A key without a length.
  'invalid_parameter',
  ...STORE_ORIGINAL_ERRORS,
  ...RESERVE_ERRORS,
  ...LIMIT_RATE_ERRORS,
  ...RUN_IN_PLACE_ERRORS,
  // The session closed meanwhile.
  'upload_conflict',
  'account_locked',
  'idempotency_key_conflict',
  'database_error',
] as const satisfies readonly ErrorName[];

export async function createImage(
  services: ImageServices,
  actor: Pick<Actor, 'userId'>,
  request: ImageTransfer,
): Promise<CreatedImage> {
  if (request.idempotencyKey !== null && request.contentLength === null) {
    const message = 'A request with an Idempotency-Key must say its Content-Length';
    throw new DomainError('invalid_parameter', { message });
  }
  return runInPlace(services, actor.userId, request.receive, async (receive) => {
    await limitRate(services, actor.userId);
    return reserveAndStore(services, actor.userId, { ...request, receive });
  });
}

async function reserveAndStore(
  services: ImageServices,
  userId: number,
  request: ImageTransfer,
): Promise<CreatedImage> {
  const { clock, config, db } = services;
  const { idempotencyKey, contentLength } = request;
  const requestSha256 = await hashLength(contentLength);
  const maxBytes = Math.min(contentLength ?? Infinity, config.UPLOAD_MAX_SOURCE_BYTES);
  const uploadId = newUploadId();
  const now = clock.now();
  const reservation = { uploadId, userId, idempotencyKey, requestSha256, maxBytes, now };
  try {
    const { upload } = await db.batch(reserveOriginal(reservation, config));
    const storeBy = lastStoreAt(now, config);
    const stored = await store(services, userId, request, upload, { maxBytes, storeBy });
    return { upload: stored, isNew: true };
  } catch (error) {
    if (!(error instanceof GuardError)) throw error;
    if (error.reason === 'key_taken' && idempotencyKey !== null) {
      const since = now - config.UPLOAD_IDEMPOTENCY_TTL_MS;
      const row = await db.run(selectQueuedByKey({ userId, idempotencyKey, since }));
      return { upload: await replay(row, request, now), isNew: false };
    }
    throw new DomainError(REFUSALS[error.reason] ?? 'internal_error', { cause: error });
  }
}

async function store(
  services: ImageServices,
  userId: number,
  { receive, onTransferred }: ImageTransfer,
  upload: ReservedUpload,
  { maxBytes, storeBy }: Pick<StoreLimits, 'maxBytes' | 'storeBy'>,
): Promise<QueuedUpload> {
  const { clock, db } = services;
  try {
    const { form, original } = await storeOriginal(
      services,
      { key: upload.originalKey, maxBytes, storeBy, withLocation: upload.keepsLocation },
      receive,
    );
    const requestSha256 = await hashForm(form, original.sha256);
    const sourceKey = await sourceKeyOf(userId, original.sha256);
    const now = clock.now();
    const commitment = { upload, form, original, sourceKey, requestSha256, userId, maxBytes, now };
    const [committed] = await Promise.all([db.batch(commitOriginal(commitment)), onTransferred()]);
    await announceJob(services, committed.job.jobId);
    if (committed.upload === null) throw new DomainError('database_error');
    return queueStateOf(committed.upload, now);
  } catch (error) {
    await cancelUpload(services, upload);
    if (!(error instanceof GuardError)) throw error;
    const reason = error.reason === 'account_locked' ? 'account_locked' : 'upload_conflict';
    throw new DomainError(reason, { cause: error });
  }
}

async function replay(
  row: QueuedRow | null,
  request: ImageTransfer,
  now: number,
): Promise<QueuedUpload> {
  if (row !== null && (await isRepetition(row, request))) return queueStateOf(row, now);
  throw new DomainError('idempotency_key_conflict', {
    message: 'This Idempotency-Key has been used with another upload',
  });
}

/** Closes and erases an open session; a closed one has become an image, or another request cleans it up. */
async function cancelUpload(
  { clock, config, db, objects, log }: ImageServices,
  { uploadId, originalKey }: ReservedUpload,
): Promise<void> {
  try {
    const now = clock.now();
    const eraseDueAt = latestWriteAt(now, config);
    const { closed } = await db.batch(closeOwn({ uploadId, now, eraseDueAt }));
    if (closed.length > 0) await objects.erase([originalKey]);
  } catch (error) {
    // The sweep does both.
    log.error('upload_not_abandoned', { upload_id: uploadId, reason: describeError(error) });
  }
}

const closeOwn = prepareClosing({ status: 'cancelled' }, (p: Params<{ uploadId: string }>) =>
  and(eq(uploadSessions.uploadId, p.uploadId), inArray(uploadSessions.status, OPEN_STATUSES)),
);
