/**
 * The AVIF of a pipeline-1 image: a job that begins when the image is published.
 *
 *   job  queued → running → done | failed        (failed → queued by an administrator)
 *
 * - The job never changes the image. It is done without a result when there can be none.
 * - Lease, batches and object follow the rules of publish-image.ts. The job waits while the account is not active.
 * - The upload session outlives the job. Its sweep erases an object that a worker without lease has stored.
 * - The object is erased only once no worker can commit it: the job is done, or its row is gone.
 */

import { eq, ne, sql } from 'drizzle-orm';
import { guard, GuardError } from '../../db/guard.ts';
import { existsIn, query } from '../../db/query.ts';
import { users } from '../../db/schema/accounts.ts';
import { images } from '../../db/schema/images.ts';
import { publicationJobs } from '../../db/schema/jobs.ts';
import { trashedImages } from '../../db/schema/trash.ts';
import { uploadSessions } from '../../db/schema/uploads.ts';
import { prepareOne, prepareWrite, type Params } from '../../db/statement.ts';
import { VARIANTS } from '../../../shared/variants.ts';
import { derivativeKey } from '../../storage/keys.ts';
import { prepareTotalsChange } from '../accounting/change-totals.ts';
import { makeDerivative } from '../derivatives/make-derivative.ts';
import type { DerivativeFault } from '../derivatives/original.ts';
import { lastPublicationAt } from '../erasure/late-writers.ts';
import type { Services } from '../services.ts';
import { addVariant, joinedVariants, MALFORMED } from '../variants/stored-variants.ts';
import type { ClaimedJob } from './claim-job.ts';
import { failJob } from './fail-publication.ts';
import { finishJob } from './finish-job.ts';
import { recordProcessing } from './processing-events.ts';
import { runJob, type JobOutcome, type JobServices } from './run-job.ts';
import { storeDerived, type DerivedFile } from './store-derived.ts';

const {
  mimeType,
  recipe: { quality },
} = VARIANTS.avif;
const QUOTA_EXCEEDED = 'quota_exceeded';

/** Success takes two D1 round trips, one get and one put. */
export function makeAvif(services: JobServices, jobId: number): Promise<JobOutcome> {
  return runJob(services, 'avif', jobId, { attempt, onExhausted, eraseUncommitted });
}

async function attempt(services: JobServices, job: ClaimedJob): Promise<JobOutcome> {
  const { source } = job;
  if (source.pipeline !== 1) throw new Error('an image of pipeline 2 has no AVIF');
  const { original } = source;
  const key = derivativeKey(original.objectKey, 'avif');
  const plan = { mimeType, quality, size: { width: original.width, height: original.height } };
  const avif = await makeDerivative(services, original, plan, (made) =>
    storeDerived(services, key, made),
  );
  if (!avif.ok) return finishWithoutAvif(services, job, avif.error);
  try {
    await commitAvif(services, job, key, avif.value);
    return { outcome: 'published' };
  } catch (error) {
    if (!(error instanceof GuardError) || error.reason !== QUOTA_EXCEEDED) throw error;
    return finishWithoutAvif(services, job, QUOTA_EXCEEDED);
  }
}

async function finishWithoutAvif(
  { db, clock, objects }: JobServices,
  job: ClaimedJob,
  reason: DerivativeFault | typeof QUOTA_EXCEEDED,
): Promise<JobOutcome> {
  const now = clock.now();
  const { imageId, uploadId, derivedKeys } = job;
  await db.batch({
    job: finishJob(job, now),
    session: scheduleErasure({ uploadId, eraseDueAt: lastPublicationAt(now) }),
    event: recordProcessing({ imageId, event: 'failed', detail: `avif: ${reason}` }, now),
  });
  await objects.erase(derivedKeys);
  return { outcome: 'skipped' };
}

async function commitAvif(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  job: ClaimedJob,
  objectKey: string,
  avif: DerivedFile,
): Promise<void> {
  const now = clock.now();
  const { userId } = job;
  await db.batch({
    // The job is deleted with its image, so a held lease implies that the image exists.
    job: finishJob(job, now),
    totals: accountForAvif({ userId, size: avif.size }),
    variant: addVariant(job, { kind: 'avif', objectKey, mimeType, ...avif, createdAt: now }),
  });
}

const accountForAvif = prepareTotalsChange(
  (p: Params<{ userId: number; size: number }>) => ({
    userId: p.userId,
    storageUsed: p.size,
    provided: sql`${users.storageUsed} + ${users.storageReserved} + ${p.size} <= ${users.storageQuota}`,
  }),
  QUOTA_EXCEEDED,
);

/** The sweep erases objects without a variant, once no worker can store any. */
export const scheduleErasure = prepareWrite((p: Params<{ uploadId: string; eraseDueAt: number }>) =>
  query
    .update(uploadSessions)
    .set({ eraseDueAt: sql`max(coalesce(${uploadSessions.eraseDueAt}, 0), ${p.eraseDueAt})` })
    .where(eq(uploadSessions.uploadId, p.uploadId)),
);

/** Keeps the object as long as the job's row, for a retry by an administrator. */
async function onExhausted(
  { db, clock, config }: JobServices,
  { jobId, leaseId, imageId }: ClaimedJob,
  lastError: string | null,
): Promise<JobOutcome> {
  const now = clock.now();
  const keepUntil = now + config.PUBLICATION_FAILED_RETENTION_MS;
  const detail = 'avif: attempts_exhausted';
  await db.batch({
    job: [failJob({ jobId, leaseId, lastError, now, keepUntil }), guard('lease_lost')],
    event: recordProcessing({ imageId, event: 'failed', detail }, now),
  });
  return { outcome: 'failed' };
}

async function eraseUncommitted(
  { db, objects }: JobServices,
  { jobId, imageId, derivedKeys }: ClaimedJob,
): Promise<void> {
  const { isOpen, variants, trashed } = await db.run(selectWanted({ jobId, imageId }));
  const isVariant = [variants, trashed].some(
    (known) => known === MALFORMED || known?.some(({ kind }) => kind === 'avif'),
  );
  if (isOpen === 0 && !isVariant) await objects.erase(derivedKeys);
}

const selectWanted = prepareOne((p: Params<{ jobId: number; imageId: number }>) => {
  const isOpen = existsIn(
    publicationJobs,
    sql`${eq(publicationJobs.id, p.jobId)} AND ${ne(publicationJobs.status, 'done')}`,
  );
  const asked = sql`(SELECT 1 AS one)`;
  return query
    .select({
      isOpen: sql<0 | 1>`${isOpen}`,
      variants: joinedVariants(),
      trashed: joinedVariants(trashedImages),
    })
    .from(sql`${asked} AS asked`)
    .leftJoin(images, eq(images.id, p.imageId))
    .leftJoin(trashedImages, eq(trashedImages.id, p.imageId));
});
