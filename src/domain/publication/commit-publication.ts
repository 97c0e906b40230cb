import { and, eq, sql } from 'drizzle-orm';
import { guard } from '../../db/guard.ts';
import { existsIn, query } from '../../db/query.ts';
import { users } from '../../db/schema/accounts.ts';
import { imageFiles, images, imageVariants } from '../../db/schema/images.ts';
import { publicationJobs } from '../../db/schema/jobs.ts';
import { uploadSessions } from '../../db/schema/uploads.ts';
import { prepareWrite, type Slots } from '../../db/statement.ts';
import { sha256Hex, toHex } from '../../lib/bytes.ts';
import { VARIANT_MIME_TYPE } from '../../lib/variants.ts';
import { reservedBytes } from '../accounting/amounts.ts';
import { minus, prepareTotalsChange } from '../accounting/change-totals.ts';
import { lastPartAt } from '../erasure/late-writers.ts';
import type { Services } from '../services.ts';
import type { ClaimedJob } from './claim-job.ts';
import { recordProcessing } from './processing-events.ts';

/** How long the row of a finished job is kept for the metrics. */
const DONE_JOB_RETENTION_MS = 86_400_000;

export interface StoredPublish {
  /** Bytes. */
  readonly size: number;
  readonly sha256: string;
  readonly width: number;
  readonly height: number;
}

/**
 * Makes the image published in one batch: variant, status, accounting, event. The reservation ends here.
 * @throws {GuardError} when the lease went to another worker or the account may no longer publish.
 */
export async function commitPublication(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  job: ClaimedJob,
  { size, sha256, width, height }: StoredPublish,
): Promise<void> {
  const now = clock.now();
  const { jobId, leaseId, userId, imageId, imageFileId, uploadId, publishKey: objectKey } = job;
  await db.batch({
    lease: [confirmLease({ jobId, leaseId, userId, now }), guard('lease_lost')],
    image: [completeImage({ imageId, now }), guard('image_changed')],
    variant: insertPublish({ imageFileId, objectKey, size, sha256, width, height, now }),
    file: growFile({ imageFileId, size }),
    totals: accountForPublish({ userId, uploadId, size }),
    session: [endReservation({ uploadId }), guard('session_changed')],
    event: recordProcessing({ imageId, event: 'published' }, now),
  });
}

/** The lease holds, and so does the account's right to publish. */
const confirmLease = prepareWrite(
  ({
    jobId,
    leaseId,
    userId,
    now,
  }: Slots<{ jobId: number; leaseId: string; userId: number; now: number }>) =>
    query
      .update(publicationJobs)
      .set({ updatedAt: now })
      .where(
        and(
          eq(publicationJobs.id, jobId),
          eq(publicationJobs.leaseId, leaseId),
          existsIn(users, and(eq(users.id, userId), eq(users.status, 'active'))),
        ),
      ),
);

const completeImage = prepareWrite(({ imageId, now }: Slots<{ imageId: number; now: number }>) =>
  query
    .update(images)
    .set({ processingStatus: 'completed', publishedAt: now, updatedAt: now })
    .where(and(eq(images.id, imageId), eq(images.processingStatus, 'processing'))),
);

const insertPublish = prepareWrite(
  ({
    imageFileId,
    objectKey,
    size,
    sha256,
    width,
    height,
    now,
  }: Slots<
    { imageFileId: number; objectKey: string; now: number } & {
      [Name in keyof StoredPublish]: StoredPublish[Name];
    }
  >) =>
    query.insert(imageVariants).values({
      imageFileId,
      kind: 'publish',
      objectKey,
      mimeType: VARIANT_MIME_TYPE,
      size,
      sha256,
      width,
      height,
      createdAt: now,
    }),
);

const growFile = prepareWrite(
  ({ imageFileId, size }: Slots<{ imageFileId: number; size: number }>) =>
    query
      .update(imageFiles)
      .set({ size: sql`${imageFiles.size} + ${size}` })
      .where(eq(imageFiles.id, imageFileId)),
);

/** What was reserved becomes what is used. */
const accountForPublish = prepareTotalsChange(
  ({ userId, uploadId, size }: Slots<{ userId: number; uploadId: string; size: number }>) => ({
    userId,
    storageUsed: size,
    storageReserved: minus(reservedBytes(eq(uploadSessions.uploadId, uploadId))),
  }),
);

const endReservation = prepareWrite(({ uploadId }: Slots<{ uploadId: string }>) =>
  query
    .update(uploadSessions)
    .set({ status: 'cleanup_pending', reservedBytes: 0 })
    .where(and(eq(uploadSessions.uploadId, uploadId), eq(uploadSessions.status, 'processing'))),
);

/**
 * Stores the rendered file under its key unless a worker before this one has. An object there is never replaced:
 * whoever commits describes the object that is there, so row and object cannot differ.
 */
export async function storePublish(
  { objects }: Pick<Services, 'objects'>,
  key: string,
  rendered: {
    readonly bytes: Uint8Array<ArrayBuffer>;
    readonly width: number;
    readonly height: number;
  },
): Promise<StoredPublish> {
  const { bytes, width, height } = rendered;
  const sha256 = await sha256Hex(bytes);
  const outcome = await objects.putNew(key, bytes, sha256);
  if (outcome === 'stored') return { size: bytes.byteLength, sha256, width, height };
  const present = outcome === 'exists' ? await objects.head(key) : null;
  if (present?.checksums.sha256 === undefined) {
    throw new Error(`publish was not stored: ${outcome}`);
  }
  return { size: present.size, sha256: toHex(present.checksums.sha256), width, height };
}

/** Erases what only publication needed, then closes session and job. Safe to repeat; needs no lease. */
export async function cleanUp(
  { db, clock, objects, config }: Pick<Services, 'db' | 'clock' | 'objects' | 'config'>,
  { jobId, uploadId, sourceKey }: ClaimedJob,
): Promise<void> {
  await objects.erase([sourceKey]);
  const now = clock.now();
  await db.batch({
    // A part that was sent twice may still be on its way into staging: the sweep erases there once more.
    session: closeUpload({ uploadId, now, eraseDueAt: lastPartAt(now, config) }),
    job: finishJob({ jobId, now, keepUntil: now + DONE_JOB_RETENTION_MS }),
  });
}

const closeUpload = prepareWrite(
  ({ uploadId, now, eraseDueAt }: Slots<{ uploadId: string; now: number; eraseDueAt: number }>) =>
    query
      .update(uploadSessions)
      .set({ status: 'completed', closedAt: now, eraseDueAt })
      .where(
        and(eq(uploadSessions.uploadId, uploadId), eq(uploadSessions.status, 'cleanup_pending')),
      ),
);

const finishJob = prepareWrite(
  ({ jobId, now, keepUntil }: Slots<{ jobId: number; now: number; keepUntil: number }>) =>
    query
      .update(publicationJobs)
      .set({
        status: 'done',
        leaseId: null,
        leaseExpiresAt: null,
        lastError: null,
        runAfter: keepUntil,
        updatedAt: now,
      })
      .where(and(eq(publicationJobs.id, jobId), eq(publicationJobs.status, 'running'))),
);
