import { and, eq, gt, ne, or, sql } from 'drizzle-orm';
import { renderPublish } from '../../imaging/publish.ts';
import { query } from '../../db/query.ts';
import { images } from '../../db/schema/images.ts';
import { uploadSessions } from '../../db/schema/uploads.ts';
import { prepareFirst, type Params } from '../../db/statement.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import { SOURCE_KIND, VARIANTS } from '../../../shared/variants.ts';
import type { ClaimedJob, PartsSource } from './claim-job.ts';
import { cleanUp, commitPublication, sizeOf, type DerivedFiles } from './commit-publication.ts';
import { failForGood, failForNow } from './fail-publication.ts';
import type { FailureReason } from './failures.ts';
import { publishAlone, publishOriginal } from './publish-original.ts';
import { runJob, type JobOutcome, type JobServices } from './run-job.ts';
import { storeDerived } from './store-derived.ts';
import { toWatermark } from './watermark-settings.ts';

/**
 * Publication: `publish_source` becomes `publish`, the image becomes visible, the upload session ends. The file of a
 * pipeline-1 upload gets its WebP instead (see publish-original.ts), by the same rules.
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

/** What the service encodes itself has the quality of its source. */
const PUBLISH_QUALITY = VARIANTS[SOURCE_KIND].recipe.quality;

/**
 * Does a publication job if it is due and free. Three D1 round trips, one get, one put, one delete when all goes well;
 * of pipeline 1 two round trips and no delete.
 */
export function publishImage(services: JobServices, jobId: number): Promise<JobOutcome> {
  return runJob(services, 'publish', jobId, { attempt, giveUp, withdraw });
}

async function attempt(services: JobServices, job: ClaimedJob): Promise<JobOutcome> {
  const { source } = job;
  if (source.pipeline === 1) return publishOriginal(services, job, source.original);
  if (!job.isCommitted) {
    const derived = await deriveAndStore(services, job, source);
    if (!derived.ok) {
      await failForGood(services, job, derived.error);
      return { outcome: 'failed' };
    }
    await commitPublication(services, job, source, derived.value);
  }
  services.negativeCache.invalidate(job.uniqueLink);
  await cleanUp(services, job, source.sourceKey);
  return { outcome: 'published' };
}

/** Makes each variant that the service derives. */
async function deriveAndStore(
  services: JobServices,
  job: ClaimedJob,
  source: PartsSource,
): Promise<Result<DerivedFiles, FailureReason>> {
  const watermark = toWatermark(source.watermark);
  // An administrator mends it, and publishing without the watermark could not be taken back.
  if (!watermark.ok) throw new Error(watermark.error);
  const stored = await renderPublish(
    () => services.objects.read(source.sourceKey),
    { watermark: watermark.value, quality: PUBLISH_QUALITY },
    (rendered) => storeDerived(services, source.variantKeys.publish, rendered),
  );
  if (!stored.ok) {
    if (stored.error === 'watermark_unusable') throw new Error(stored.error);
    return err(stored.error);
  }
  const files = { publish: stored.value };
  return sizeOf(files) > job.reservedBytes ? err('publish_too_large') : ok(files);
}

async function giveUp(
  services: JobServices,
  job: ClaimedJob,
  lastError: string | null,
): Promise<JobOutcome> {
  if (job.source.pipeline === 1 && lastError !== null) {
    await publishAlone(services, job, lastError);
    return { outcome: 'published' };
  }
  await failForNow(services, job, lastError);
  return { outcome: 'failed' };
}

/** Erases what the service made and nobody will commit any more: its image is gone or has been given up meanwhile. */
async function withdraw(
  { db, objects }: JobServices,
  { imageId, uploadId, derivedKeys }: ClaimedJob,
): Promise<void> {
  const wanted = await db.run(selectWanted({ imageId, uploadId }));
  if (wanted === null) await objects.erase(derivedKeys);
}

const selectWanted = prepareFirst((p: Params<{ imageId: number; uploadId: string }>) =>
  query
    .select({ one: sql<1>`1` })
    .from(images)
    .leftJoin(uploadSessions, eq(uploadSessions.uploadId, p.uploadId))
    .where(
      and(
        eq(images.id, p.imageId),
        or(ne(images.processingStatus, 'failed'), gt(uploadSessions.reservedBytes, 0)),
      ),
    ),
);
