import { and, eq, gt, isNotNull, sql } from 'drizzle-orm';
import { query } from '../../db/query.ts';
import {
  images,
  PROCESSING_STATUSES,
  type ImageRow,
  type ProcessingStatus,
} from '../../db/schema/images.ts';
import { uploadSessions } from '../../db/schema/uploads.ts';
import { prepareFirst, type Params } from '../../db/statement.ts';
import { EXPIRY, readFailure, type Failure } from '../failure.ts';
import { isOpen } from '../uploads/upload-state.ts';

export { PROCESSING_STATUSES };

export interface QueuedUpload {
  readonly uploadId: string;
  readonly status: ProcessingStatus;
  readonly imageId: number | null;
  readonly failure: Failure | null;
}

/** The failure of a request that its client aborted, or that a repetition replaced. */
const ABANDONED: Failure = { error: 'upload_interrupted' };

export type QueuedRow = NonNullable<ReturnType<ReturnType<typeof selectQueued>['read']>>;

export function queueStateOf(row: QueuedRow, now: number): QueuedUpload {
  const { uploadId, imageId } = row;
  const status = statusOf(row, now);
  return { uploadId, status, imageId, failure: status === 'failed' ? whyFailed(row) : null };
}

function statusOf(row: QueuedRow, now: number): ProcessingStatus {
  const { processingStatus, imageId, status, expiresAt } = row;
  if (processingStatus !== null) return processingStatus;
  if (imageId !== null && status !== 'failed') return 'completed';
  return isOpen(row) && expiresAt > now ? 'pending' : 'failed';
}

function whyFailed(row: QueuedRow): Failure {
  const stored = readFailure(row);
  if (stored !== null) return stored;
  if (row.imageId !== null) return { error: 'internal_error' };
  return row.status === 'cancelled' ? ABANDONED : EXPIRY;
}

const QUEUE_FIELDS = {
  uploadId: uploadSessions.uploadId,
  status: uploadSessions.status,
  requestSha256: uploadSessions.manifestSha256,
  expiresAt: uploadSessions.expiresAt,
  imageId: uploadSessions.imageId,
  /** Null without an image, or with a deleted one. */
  processingStatus: sql<ImageRow['processingStatus'] | null>`${images.processingStatus}`,
  failureCode: sql<number | null>`coalesce(${uploadSessions.failureCode}, ${images.failureCode})`,
  failureMessage: sql<
    string | null
  >`coalesce(${uploadSessions.failureMessage}, ${images.failureMessage})`,
};

export const selectQueued = prepareFirst((p: Params<{ userId: number; uploadId: string }>) =>
  selectRows().where(
    and(
      eq(uploadSessions.uploadId, p.uploadId),
      eq(uploadSessions.userId, p.userId),
      isNotNull(uploadSessions.originalKey),
    ),
  ),
);

/** Only a key taken after `since` (milliseconds). */
export const selectQueuedByKey = prepareFirst(
  (p: Params<{ userId: number; idempotencyKey: string; since: number }>) =>
    selectRows().where(
      and(
        eq(uploadSessions.userId, p.userId),
        eq(uploadSessions.idempotencyKey, p.idempotencyKey),
        gt(uploadSessions.createdAt, p.since),
        isNotNull(uploadSessions.originalKey),
      ),
    ),
);

function selectRows() {
  return query
    .select(QUEUE_FIELDS)
    .from(uploadSessions)
    .leftJoin(images, eq(images.id, uploadSessions.imageId));
}
