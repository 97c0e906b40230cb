import { and, eq, sql } from 'drizzle-orm';
import { guard } from '../../db/guard.ts';
import { query } from '../../db/query.ts';
import { imageFiles, images, imageVariants } from '../../db/schema/images.ts';
import { publicationJobs } from '../../db/schema/jobs.ts';
import { uploadSessions } from '../../db/schema/uploads.ts';
import { prepareWrite, type Params } from '../../db/statement.ts';
import { NOTICE_TITLES } from '../../../shared/notice-titles.ts';
import { reservedBytes, storedBytes } from '../accounting/amounts.ts';
import { minus, prepareTotalsChange } from '../accounting/change-totals.ts';
import { lastPublicationAt } from '../erasure/late-writers.ts';
import { storeFailure } from '../failure.ts';
import { notify } from '../notifications/notify.ts';
import type { Services } from '../services.ts';
import type { ClaimedJob } from './claim-job.ts';
import { FAILURES, type FailureReason } from './failures.ts';
import { recordProcessing } from './processing-events.ts';

/** Releases the quota, erases the objects, tells the owner why. */
export async function failForGood(
  { db, clock, config, objects }: Pick<Services, 'db' | 'clock' | 'config' | 'objects'>,
  job: ClaimedJob,
  reason: FailureReason,
): Promise<void> {
  const now = clock.now();
  const keepUntil = now + config.PUBLICATION_FAILED_RETENTION_MS;
  await db.batch({
    ...markFailed(job, { reason, lastError: reason, now, keepUntil }),
    ...releaseUpload(job, now),
  });
  await objects.erase(job.objectKeys);
}

/** An administrator can retry the job for PUBLICATION_FAILED_RETENTION_MS. */
export async function failForNow(
  { db, clock, config }: Pick<Services, 'db' | 'clock' | 'config'>,
  job: ClaimedJob,
  lastError: string | null,
): Promise<void> {
  const now = clock.now();
  const keepUntil = now + config.PUBLICATION_FAILED_RETENTION_MS;
  await db.batch(markFailed(job, { reason: 'attempts_exhausted', lastError, now, keepUntil }));
}

interface JobFailure {
  readonly reason: FailureReason;
  readonly lastError: string | null;
  readonly now: number;
  readonly keepUntil: number;
}

function markFailed(job: ClaimedJob, { reason, lastError, now, keepUntil }: JobFailure) {
  const { jobId, leaseId, imageId, uploadId, userId, filename } = job;
  const failure = storeFailure(FAILURES[reason]);
  return {
    job: [failJob({ jobId, leaseId, lastError, now, keepUntil }), guard('lease_lost')],
    image: [failImage({ imageId, ...failure, now }), guard('image_changed')],
    session: [failUpload({ uploadId, ...failure, now }), guard('session_changed')],
    event: recordProcessing({ imageId, event: 'failed', detail: reason }, now),
    notice: notify(
      {
        userId,
        type: 'image',
        title: NOTICE_TITLES.imageFailed,
        message: `${filename}: ${failure.failureMessage}`,
        metadata: { imageId, uploadId, reason },
      },
      now,
    ),
  };
}

export const failJob = prepareWrite(
  (
    p: Params<{
      jobId: number;
      leaseId: string;
      lastError: string | null;
      now: number;
      keepUntil: number;
    }>,
  ) =>
    query
      .update(publicationJobs)
      .set({
        status: 'failed',
        leaseId: null,
        leaseExpiresAt: null,
        runAfter: p.keepUntil,
        lastError: sql`coalesce(${p.lastError}, ${publicationJobs.lastError})`,
        updatedAt: p.now,
      })
      .where(and(eq(publicationJobs.id, p.jobId), eq(publicationJobs.leaseId, p.leaseId))),
);

const failImage = prepareWrite(
  (p: Params<{ imageId: number; failureCode: number; failureMessage: string; now: number }>) =>
    query
      .update(images)
      .set({
        processingStatus: 'failed',
        failureCode: p.failureCode,
        failureMessage: p.failureMessage,
        updatedAt: p.now,
      })
      .where(and(eq(images.id, p.imageId), eq(images.processingStatus, 'processing'))),
);

const failUpload = prepareWrite(
  (p: Params<{ uploadId: string; failureCode: number; failureMessage: string; now: number }>) =>
    query
      .update(uploadSessions)
      .set({
        status: 'failed',
        failureCode: p.failureCode,
        failureMessage: p.failureMessage,
        closedAt: p.now,
      })
      .where(and(eq(uploadSessions.uploadId, p.uploadId), eq(uploadSessions.status, 'processing'))),
);

/** Releases a failed image's quota, drops its variants and leaves its objects to the sweep. Idempotent. */
export function releaseUpload(
  { imageFileId, userId, uploadId }: Pick<ClaimedJob, 'imageFileId' | 'userId' | 'uploadId'>,
  now: number,
) {
  return {
    totals: releaseTotals({ imageFileId, userId, uploadId }),
    variants: deleteVariants({ imageFileId }),
    file: emptyFile({ imageFileId }),
    reservation: releaseReservation({ uploadId, eraseDueAt: lastPublicationAt(now) }),
  };
}

const releaseTotals = prepareTotalsChange(
  (p: Params<{ imageFileId: number; userId: number; uploadId: string }>) => ({
    userId: p.userId,
    storageUsed: minus(storedBytes(eq(imageFiles.id, p.imageFileId))),
    storageReserved: minus(reservedBytes(eq(uploadSessions.uploadId, p.uploadId))),
  }),
);

const deleteVariants = prepareWrite((p: Params<{ imageFileId: number }>) =>
  query.delete(imageVariants).where(eq(imageVariants.imageFileId, p.imageFileId)),
);

const emptyFile = prepareWrite((p: Params<{ imageFileId: number }>) =>
  query
    .update(imageFiles)
    .set({ size: 0, storagePath: null, variants: null })
    .where(eq(imageFiles.id, p.imageFileId)),
);

const releaseReservation = prepareWrite((p: Params<{ uploadId: string; eraseDueAt: number }>) =>
  query
    .update(uploadSessions)
    .set({ reservedBytes: 0, eraseDueAt: p.eraseDueAt })
    .where(eq(uploadSessions.uploadId, p.uploadId)),
);
