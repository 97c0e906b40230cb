import { and, eq, lte, or, sql } from 'drizzle-orm';
import { query } from '../../db/query.ts';
import { users } from '../../db/schema/accounts.ts';
import { images } from '../../db/schema/images.ts';
import { publicationJobs } from '../../db/schema/jobs.ts';
import { uploadSessions } from '../../db/schema/uploads.ts';
import { prepareFirst, prepareWrite, type Slots } from '../../db/statement.ts';
import { newOpaqueId } from '../../lib/ids.ts';
import { DERIVED_KINDS } from '../../lib/variants.ts';
import { siblingKey, uploadKeys } from '../../storage/keys.ts';
import type { UserStatus } from '../actor.ts';
import type { Services } from '../services.ts';
import { selectSettings } from '../settings/read-settings.ts';
import { keyParts } from './key-parts.ts';
import { WATERMARK_KEYS, type WatermarkSettings } from './watermark-settings.ts';

/** What a worker that holds a job's lease knows of it, read at the moment it took the lease. */
export interface ClaimedJob {
  readonly jobId: number;
  readonly leaseId: string;
  /** This one included. */
  readonly attempts: number;
  readonly imageId: number;
  readonly imageFileId: number;
  readonly userId: number;
  readonly uploadId: string;
  readonly uniqueLink: string;
  readonly filename: string;
  readonly isPublished: boolean;
  readonly accountStatus: UserStatus;
  /** Bytes that the session still holds of its owner's quota. */
  readonly reservedBytes: number;
  readonly sourceKey: string;
  readonly publishKey: string;
  /** What the service stores of it, `publish` among others there may be. */
  readonly derivedKeys: readonly string[];
  /** Everything that the upload may have in the bucket. */
  readonly objectKeys: readonly string[];
  readonly watermark: WatermarkSettings;
}

export type Claim =
  | { readonly outcome: 'claimed'; readonly job: ClaimedJob }
  /** Not before `delayMs` from now. */
  | { readonly outcome: 'early'; readonly delayMs: number }
  /** Done, given up, deleted, or in another worker's hands. */
  | { readonly outcome: 'not_ours' };

/**
 * Takes the lease of a job that is due, or whose last worker let its lease run out, and reads everything that the
 * work depends on: one round trip.
 */
export async function claimJob(
  { db, clock, config }: Pick<Services, 'db' | 'clock' | 'config'>,
  jobId: number,
): Promise<Claim> {
  const now = clock.now();
  const leaseId = newOpaqueId();
  const leaseExpiresAt = now + config.PUBLICATION_LEASE_MS;
  const { found, settings } = await db.batch({
    leased: takeLease({ jobId, leaseId, leaseExpiresAt, now }),
    begun: beginProcessing({ jobId, leaseId, now }),
    found: selectJob({ jobId }),
    settings: selectSettings(WATERMARK_KEYS, config),
  });
  if (found?.leaseId === leaseId) {
    const { masterKey, sourceKey } = found;
    return {
      outcome: 'claimed',
      job: {
        ...found,
        leaseId,
        isPublished: found.processingStatus === 'completed',
        publishKey: siblingKey(masterKey, 'publish'),
        derivedKeys: DERIVED_KINDS.map((kind) => siblingKey(masterKey, kind)),
        objectKeys: uploadKeys(masterKey, sourceKey),
        watermark: settings,
      },
    };
  }
  return found?.status === 'queued'
    ? { outcome: 'early', delayMs: found.runAfter - now }
    : { outcome: 'not_ours' };
}

const takeLease = prepareWrite(
  ({
    jobId,
    leaseId,
    leaseExpiresAt,
    now,
  }: Slots<{ jobId: number; leaseId: string; leaseExpiresAt: number; now: number }>) =>
    query
      .update(publicationJobs)
      .set({
        status: 'running',
        attempts: sql`${publicationJobs.attempts} + 1`,
        leaseId,
        leaseExpiresAt,
        updatedAt: now,
      })
      .where(
        and(
          eq(publicationJobs.id, jobId),
          or(
            and(eq(publicationJobs.status, 'queued'), lte(publicationJobs.runAfter, now)),
            and(eq(publicationJobs.status, 'running'), lte(publicationJobs.leaseExpiresAt, now)),
          ),
        ),
      ),
);

const beginProcessing = prepareWrite(
  ({ jobId, leaseId, now }: Slots<{ jobId: number; leaseId: string; now: number }>) =>
    query
      .update(images)
      .set({ processingStatus: 'processing', updatedAt: now })
      .where(
        and(
          eq(images.processingStatus, 'pending'),
          eq(
            images.id,
            query
              .select({ imageId: publicationJobs.imageId })
              .from(publicationJobs)
              .where(and(eq(publicationJobs.id, jobId), eq(publicationJobs.leaseId, leaseId))),
          ),
        ),
      ),
);

const selectJob = prepareFirst(({ jobId }: Slots<{ jobId: number }>) => {
  const { master, source, joinMaster, joinSource } = keyParts(publicationJobs.uploadId);
  return query
    .select({
      jobId: publicationJobs.id,
      status: publicationJobs.status,
      attempts: publicationJobs.attempts,
      leaseId: publicationJobs.leaseId,
      runAfter: publicationJobs.runAfter,
      uploadId: publicationJobs.uploadId,
      imageId: publicationJobs.imageId,
      imageFileId: images.imageFileId,
      userId: images.userId,
      uniqueLink: images.uniqueLink,
      filename: images.filename,
      processingStatus: images.processingStatus,
      accountStatus: users.status,
      reservedBytes: uploadSessions.reservedBytes,
      sourceKey: source.objectKey,
      masterKey: master.objectKey,
    })
    .from(publicationJobs)
    .innerJoin(images, eq(images.id, publicationJobs.imageId))
    .innerJoin(users, eq(users.id, images.userId))
    .innerJoin(uploadSessions, eq(uploadSessions.uploadId, publicationJobs.uploadId))
    .innerJoin(source, joinSource)
    .innerJoin(master, joinMaster)
    .where(eq(publicationJobs.id, jobId));
});
