import { and, eq, gt, ne, or, sql } from 'drizzle-orm';
import { renderPublish } from '../../codecs/publish.ts';
import { GuardError } from '../../db/guard.ts';
import { query } from '../../db/query.ts';
import { images } from '../../db/schema/images.ts';
import { uploadSessions } from '../../db/schema/uploads.ts';
import { prepareFirst, type Slots } from '../../db/statement.ts';
import { describeError } from '../../lib/log.ts';
import { err, type Result } from '../../lib/result.ts';
import { VARIANTS } from '../../lib/variants.ts';
import type { Services } from '../services.ts';
import { claimJob, type ClaimedJob } from './claim-job.ts';
import {
  cleanUp,
  commitPublication,
  storePublish,
  type StoredPublish,
} from './commit-publication.ts';
import { failForGood, failForNow } from './fail-publication.ts';
import type { FailureReason } from './failures.ts';
import { holdJob, postponeJob } from './postpone-job.ts';
import { toWatermark } from './watermark-settings.ts';

/**
 * Publication: `publish_source` becomes `publish`, the image becomes visible, the upload session ends.
 *
 *   job      queued → running → done | failed        (failed → queued by an administrator)
 *   image    pending → processing → completed | failed
 *   session  processing → cleanup_pending → completed | failed
 *
 * - The row in publication_jobs is the job; a queue message only points at it and may be lost, doubled or late.
 * - One worker at a time holds a job's lease. Each change of state is one batch that is guarded by the lease's id, so
 *   a worker whose lease went to another one changes nothing any more, however late it wakes.
 * - The object `publish` is put only if absent and is never replaced; the commit describes the object that is there.
 * - A job that died before the commit is done again from the start; one that died after it only cleans up.
 * - `run_after` is the moment before which nothing is due for the job: its next attempt while it is queued, the end of
 *   what it keeps once it is done or failed.
 * - A failed image either still holds its objects and its reservation, or neither.
 */
export type PublishOutcome =
  | { readonly outcome: 'published' | 'failed' | 'held' | 'not_ours' }
  | { readonly outcome: 'postponed'; readonly delayMs: number };

type PublishServices = Pick<Services, 'db' | 'clock' | 'config' | 'objects' | 'linkMisses' | 'log'>;

/** What the service encodes itself has the quality of its source. */
const PUBLISH_QUALITY = VARIANTS.publish_source.recipe.quality;

/**
 * Does a publication job if it is due and free. Three D1 round trips, one get, one put, one delete when all goes well.
 * Failures of the work itself end as an outcome; what is thrown is D1 or R2 out of reach, and the lease then runs out.
 */
export async function publishImage(
  services: PublishServices,
  jobId: number,
): Promise<PublishOutcome> {
  const claim = await claimJob(services, jobId);
  if (claim.outcome === 'early') return { outcome: 'postponed', delayMs: claim.delayMs };
  if (claim.outcome === 'not_ours') return { outcome: 'not_ours' };
  try {
    return await work(services, claim.job);
  } catch (error) {
    if (!(error instanceof GuardError)) throw error;
    services.log.info('publication_lease_lost', { job_id: jobId, reason: error.reason });
    await withdraw(services, claim.job);
    return { outcome: 'not_ours' };
  }
}

async function work(services: PublishServices, job: ClaimedJob): Promise<PublishOutcome> {
  if (!job.isPublished && job.accountStatus !== 'active') {
    await holdJob(services, job);
    return { outcome: 'held' };
  }
  if (!job.isPublished && job.attempts > services.config.PUBLICATION_MAX_ATTEMPTS) {
    // The attempts before this one died without a word, a source that breaks the isolate among them.
    await failForNow(services, job, null);
    return { outcome: 'failed' };
  }
  try {
    return await attempt(services, job);
  } catch (error) {
    if (error instanceof GuardError) throw error;
    return await settleError(services, job, error);
  }
}

async function attempt(services: PublishServices, job: ClaimedJob): Promise<PublishOutcome> {
  if (!job.isPublished) {
    const publish = await renderAndStore(services, job);
    if (!publish.ok) {
      await failForGood(services, job, publish.error);
      return { outcome: 'failed' };
    }
    await commitPublication(services, job, publish.value);
  }
  services.linkMisses.forget(job.uniqueLink);
  await cleanUp(services, job);
  return { outcome: 'published' };
}

async function renderAndStore(
  services: PublishServices,
  job: ClaimedJob,
): Promise<Result<StoredPublish, FailureReason>> {
  const watermark = toWatermark(job.watermark);
  // An administrator mends it, and publishing without the watermark could not be taken back.
  if (!watermark.ok) throw new Error(watermark.error);
  const stored = await renderPublish(
    () => services.objects.read(job.sourceKey),
    { watermark: watermark.value, quality: PUBLISH_QUALITY },
    (rendered) => storePublish(services, job.publishKey, rendered),
  );
  if (!stored.ok) {
    if (stored.error === 'watermark_unusable') throw new Error(stored.error);
    return err(stored.error);
  }
  return stored.value.size > job.reservedBytes ? err('publish_too_large') : stored;
}

async function settleError(
  services: PublishServices,
  job: ClaimedJob,
  error: unknown,
): Promise<PublishOutcome> {
  const text = describeError(error);
  services.log.error('publication_attempt_failed', {
    job_id: job.jobId,
    image_id: job.imageId,
    attempts: job.attempts,
    reason: text,
  });
  if (job.isPublished || job.attempts < services.config.PUBLICATION_MAX_ATTEMPTS) {
    return { outcome: 'postponed', delayMs: await postponeJob(services, job, text) };
  }
  await failForNow(services, job, text);
  return { outcome: 'failed' };
}

/** Erases what the service made and nobody will commit any more: its image is gone or has been given up meanwhile. */
async function withdraw(
  { db, objects }: Pick<Services, 'db' | 'objects'>,
  { imageId, uploadId, derivedKeys }: ClaimedJob,
): Promise<void> {
  const wanted = await db.run(selectWanted({ imageId, uploadId }));
  if (wanted === null) await objects.erase(derivedKeys);
}

const selectWanted = prepareFirst(
  ({ imageId, uploadId }: Slots<{ imageId: number; uploadId: string }>) =>
    query
      .select({ one: sql<1>`1` })
      .from(images)
      .leftJoin(uploadSessions, eq(uploadSessions.uploadId, uploadId))
      .where(
        and(
          eq(images.id, imageId),
          or(ne(images.processingStatus, 'failed'), gt(uploadSessions.reservedBytes, 0)),
        ),
      ),
);
