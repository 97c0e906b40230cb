import { and, eq } from 'drizzle-orm';
import { guard } from '../../db/guard.ts';
import { query } from '../../db/query.ts';
import { images } from '../../db/schema/images.ts';
import { uploadSessions } from '../../db/schema/uploads.ts';
import { prepareWrite, type Params } from '../../db/statement.ts';
import { describeError } from '../../lib/log.ts';
import { DERIVED_KINDS, VARIANTS, type DerivedKind } from '../../../shared/variants.ts';
import { reservedBytes } from '../accounting/amounts.ts';
import { minus, prepareTotalsChange } from '../accounting/change-totals.ts';
import { lastRunAt } from '../erasure/late-writers.ts';
import type { Services } from '../services.ts';
import { addVariant } from '../variants/stored-variants.ts';
import type { ClaimedJob, PartsSource } from './claim-job.ts';
import { endCommittedJob, finishJob } from './finish-job.ts';
import type { DerivedFile } from './store-derived.ts';

export type DerivedFiles = Readonly<Record<DerivedKind, DerivedFile>>;

export interface Publication {
  readonly files: DerivedFiles;
  /** Base64 */
  readonly thumbHash: string;
}

/** One batch: variants, status, accounting. Ends the job and the reservation. */
export async function commitPublication(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  job: ClaimedJob,
  { variantKeys }: PartsSource,
  { files, thumbHash }: Publication,
): Promise<void> {
  const now = clock.now();
  const { userId, imageId, uploadId } = job;
  const size = sizeOf(files);
  await db.batch({
    job: finishJob(job, now),
    image: [completeImage({ imageId, thumbHash, now }), guard('image_changed')],
    variants: DERIVED_KINDS.map((kind) => {
      const { mimeType } = VARIANTS[kind];
      return addVariant(job, {
        kind,
        objectKey: variantKeys[kind],
        mimeType,
        ...files[kind],
        createdAt: now,
      });
    }),
    totals: accountForPublish({ userId, uploadId, size }),
    session: [endReservation({ uploadId }), guard('session_changed')],
  });
}

export function sizeOf(files: DerivedFiles): number {
  return Object.values(files).reduce((sum, { size }) => sum + size, 0);
}

export const completeImage = prepareWrite(
  (p: Params<{ imageId: number; thumbHash: string | null; now: number }>) =>
    query
      .update(images)
      .set({
        processingStatus: 'completed',
        thumbHash: p.thumbHash,
        publishedAt: p.now,
        updatedAt: p.now,
      })
      .where(and(eq(images.id, p.imageId), eq(images.processingStatus, 'processing'))),
);

export const accountForPublish = prepareTotalsChange(
  (p: Params<{ userId: number; uploadId: string; size: number }>) => ({
    userId: p.userId,
    storageUsed: p.size,
    storageReserved: minus(reservedBytes(eq(uploadSessions.uploadId, p.uploadId))),
  }),
);

const endReservation = prepareWrite((p: Params<{ uploadId: string }>) =>
  query
    .update(uploadSessions)
    .set({ status: 'cleanup_pending', reservedBytes: 0 })
    .where(and(eq(uploadSessions.uploadId, p.uploadId), eq(uploadSessions.status, 'processing'))),
);

/**
 * Erases objects that only publication needs, then closes the session. Idempotent; needs no lease. After a failure the
 * sweep does both.
 */
export async function cleanUp(
  {
    db,
    clock,
    objects,
    config,
    log,
  }: Pick<Services, 'db' | 'clock' | 'objects' | 'config' | 'log'>,
  { jobId, uploadId, isCommitted }: ClaimedJob,
  sourceKey: string,
): Promise<void> {
  if (isCommitted) await db.batch({ job: endCommittedJob(jobId, clock.now()) });
  try {
    await objects.erase([sourceKey]);
    const now = clock.now();
    // A repeated part may still be on its way into staging: the sweep erases there once more.
    const eraseDueAt = lastRunAt(now, config);
    await db.batch({ session: closeUpload({ uploadId, now, eraseDueAt }) });
  } catch (error) {
    log.error('publication_not_cleaned_up', { upload_id: uploadId, reason: describeError(error) });
  }
}

const closeUpload = prepareWrite(
  (p: Params<{ uploadId: string; now: number; eraseDueAt: number }>) =>
    query
      .update(uploadSessions)
      .set({ status: 'completed', closedAt: p.now, eraseDueAt: p.eraseDueAt })
      .where(
        and(eq(uploadSessions.uploadId, p.uploadId), eq(uploadSessions.status, 'cleanup_pending')),
      ),
);
