import { and, eq, lte, or, sql } from 'drizzle-orm';
import type { ImageType } from '../../../imaging/sniff.ts';
import { query } from '../../db/query.ts';
import { users } from '../../db/schema/accounts.ts';
import { imageFiles, images } from '../../db/schema/images.ts';
import { publicationJobs, type JobKind } from '../../db/schema/jobs.ts';
import { uploadSessions } from '../../db/schema/uploads.ts';
import { prepareFirst, prepareWrite, type Params } from '../../db/statement.ts';
import { newOpaqueId } from '../../../shared/ids.ts';
import {
  DERIVATIVE_KINDS,
  DERIVED_KINDS,
  ORIGINAL_KIND,
  VARIANTS,
  type DerivedKind,
} from '../../../shared/variants.ts';
import { WATERMARK_KEYS, WATERMARK_UNUSABLE } from '../../../shared/watermark-layout.ts';
import { derivativeKey, legacyKeys, siblingKey, uploadKeys } from '../../storage/keys.ts';
import type { UserStatus } from '../actor.ts';
import type { Original } from '../derivatives/original.ts';
import type { Services } from '../services.ts';
import { selectSettings } from '../settings/read-settings.ts';
import type { WatermarkSettings } from '../settings/watermark-settings.ts';
import { storedVariants } from '../variants/stored-variants.ts';
import { keyParts } from './key-parts.ts';

export interface ClaimedJob {
  readonly jobId: number;
  readonly kind: JobKind;
  readonly leaseId: string;
  /** Includes the current attempt. */
  readonly attempts: number;
  /** Null when each earlier attempt crashed. */
  readonly lastError: string | null;
  /** Moved by a change of the watermark since then. */
  readonly runAfter: number;
  readonly imageId: number;
  readonly imageFileId: number;
  readonly fileCreatedAt: number;
  readonly userId: number;
  readonly uploadId: string;
  readonly uniqueLink: string;
  readonly filename: string;
  readonly isCommitted: boolean;
  readonly accountStatus: UserStatus;
  readonly reservedBytes: number;
  readonly source: JobSource;
  /** `publish` may store others too. */
  readonly derivedKeys: readonly string[];
  /** All keys that the upload may have in the bucket. */
  readonly objectKeys: readonly string[];
}

export type JobSource = PartsSource | OriginalSource;

export interface PartsSource {
  readonly pipeline: 2;
  readonly sourceKey: string;
  readonly variantKeys: Readonly<Record<DerivedKind, string>>;
  readonly watermark: WatermarkSettings;
}

export interface OriginalSource {
  readonly pipeline: 1;
  readonly original: Original;
}

export type Claim =
  | { readonly outcome: 'claimed'; readonly job: ClaimedJob }
  /** Due in `delayMs`. */
  | { readonly outcome: 'early'; readonly delayMs: number }
  /** Done, failed, deleted, or leased by another worker. */
  | { readonly outcome: 'not_ours' };

/** One round trip. */
export async function claimJob(
  { db, clock, config }: Pick<Services, 'db' | 'clock' | 'config'>,
  kind: JobKind,
  jobId: number,
): Promise<Claim> {
  const now = clock.now();
  const leaseId = newOpaqueId();
  const leaseExpiresAt = now + config.PUBLICATION_LEASE_MS;
  const { found, settings } = await db.batch({
    leased: takeLease({ jobId, kind, leaseId, leaseExpiresAt, now }),
    begun: beginProcessing({ jobId, leaseId, now }),
    found: selectJob({ jobId, kind }),
    settings: selectSettings(WATERMARK_KEYS, config),
  });
  if (found?.leaseId === leaseId) {
    const sources = findSource(found, kind, settings);
    if (sources === null) return { outcome: 'not_ours' };
    const isCommitted = kind === 'publish' && found.processingStatus === 'completed';
    return { outcome: 'claimed', job: { ...found, ...sources, leaseId, isCommitted } };
  }
  return found?.status === 'queued'
    ? { outcome: 'early', delayMs: found.runAfter - now }
    : { outcome: 'not_ours' };
}

type FoundJob = NonNullable<ReturnType<ReturnType<typeof selectJob>['read']>>;

function findSource(
  { masterKey, sourceKey, variants }: FoundJob,
  kind: JobKind,
  watermark: WatermarkSettings,
): Pick<ClaimedJob, 'source' | 'derivedKeys' | 'objectKeys'> | null {
  const original = variants.find((stored) => stored.kind === ORIGINAL_KIND);
  if (original !== undefined) {
    const { objectKey, size: bytes, width, height } = original;
    const mimeType = original.mimeType as ImageType;
    return {
      source: { pipeline: 1, original: { objectKey, mimeType, bytes, width, height } },
      derivedKeys: DERIVATIVE_KINDS.filter((made) => VARIANTS[made].madeBy === kind).map((made) =>
        derivativeKey(objectKey, made),
      ),
      objectKeys: legacyKeys(objectKey),
    };
  }
  if (masterKey === null || sourceKey === null) return null;
  const variantKeys = Object.fromEntries(
    DERIVED_KINDS.map((derived) => [derived, siblingKey(masterKey, derived)]),
  ) as Record<DerivedKind, string>;
  return {
    source: { pipeline: 2, sourceKey, variantKeys, watermark },
    derivedKeys: Object.values(variantKeys),
    objectKeys: uploadKeys(masterKey, sourceKey),
  };
}

const takeLease = prepareWrite(
  (
    p: Params<{
      jobId: number;
      kind: JobKind;
      leaseId: string;
      leaseExpiresAt: number;
      now: number;
    }>,
  ) =>
    query
      .update(publicationJobs)
      .set({
        status: 'running',
        attempts: sql`${publicationJobs.attempts} + 1`,
        // An error from before the first attempt (a wait, an administrator's restart) is none of these attempts.
        lastError: sql`iif(${publicationJobs.attempts} = 0, NULL, nullif(${publicationJobs.lastError}, ${WATERMARK_UNUSABLE}))`,
        leaseId: p.leaseId,
        leaseExpiresAt: p.leaseExpiresAt,
        updatedAt: p.now,
      })
      .where(
        and(
          eq(publicationJobs.id, p.jobId),
          eq(publicationJobs.kind, p.kind),
          or(
            and(eq(publicationJobs.status, 'queued'), lte(publicationJobs.runAfter, p.now)),
            and(eq(publicationJobs.status, 'running'), lte(publicationJobs.leaseExpiresAt, p.now)),
          ),
        ),
      ),
);

const beginProcessing = prepareWrite((p: Params<{ jobId: number; leaseId: string; now: number }>) =>
  query
    .update(images)
    .set({ processingStatus: 'processing', updatedAt: p.now })
    .where(
      and(
        eq(images.processingStatus, 'pending'),
        eq(
          images.id,
          query
            .select({ imageId: publicationJobs.imageId })
            .from(publicationJobs)
            .where(and(eq(publicationJobs.id, p.jobId), eq(publicationJobs.leaseId, p.leaseId))),
        ),
      ),
    ),
);

const selectJob = prepareFirst((p: Params<{ jobId: number; kind: JobKind }>) => {
  const { master, source, joinMaster, joinSource } = keyParts(publicationJobs.uploadId);
  return query
    .select({
      jobId: publicationJobs.id,
      kind: publicationJobs.kind,
      status: publicationJobs.status,
      attempts: publicationJobs.attempts,
      leaseId: publicationJobs.leaseId,
      lastError: publicationJobs.lastError,
      runAfter: publicationJobs.runAfter,
      uploadId: publicationJobs.uploadId,
      imageId: publicationJobs.imageId,
      imageFileId: images.imageFileId,
      fileCreatedAt: imageFiles.createdAt,
      userId: images.userId,
      uniqueLink: images.uniqueLink,
      filename: images.filename,
      processingStatus: images.processingStatus,
      accountStatus: users.status,
      reservedBytes: uploadSessions.reservedBytes,
      sourceKey: source.objectKey,
      masterKey: master.objectKey,
      variants: storedVariants(),
    })
    .from(publicationJobs)
    .innerJoin(images, eq(images.id, publicationJobs.imageId))
    .innerJoin(imageFiles, eq(imageFiles.id, images.imageFileId))
    .innerJoin(users, eq(users.id, images.userId))
    .innerJoin(uploadSessions, eq(uploadSessions.uploadId, publicationJobs.uploadId))
    .leftJoin(source, joinSource)
    .leftJoin(master, joinMaster)
    .where(and(eq(publicationJobs.id, p.jobId), eq(publicationJobs.kind, p.kind)));
});
