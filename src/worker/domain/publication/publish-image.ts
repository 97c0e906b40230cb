import { and, eq, gt, ne, or, sql } from 'drizzle-orm';
import { renderPublish } from '../../imaging/publish.ts';
import { query } from '../../db/query.ts';
import { images } from '../../db/schema/images.ts';
import { trashedImages } from '../../db/schema/trash.ts';
import { uploadSessions } from '../../db/schema/uploads.ts';
import { prepareFirst, type Params } from '../../db/statement.ts';
import { err, type Result } from '../../../shared/result.ts';
import { SOURCE_KIND, VARIANTS } from '../../../shared/variants.ts';
import { WATERMARK_UNUSABLE } from '../../../shared/watermark-layout.ts';
import { toWatermark } from '../settings/watermark-settings.ts';
import type { ClaimedJob, PartsSource } from './claim-job.ts';
import { cleanUp, commitPublication, sizeOf, type Publication } from './commit-publication.ts';
import { failForGood, failForNow } from './fail-publication.ts';
import type { FailureReason } from './failures.ts';
import { awaitWatermark } from './postpone-job.ts';
import { publishOriginal, publishWithoutDerivatives } from './publish-original.ts';
import { runJob, type JobOutcome, type JobServices } from './run-job.ts';
import { storeDerived } from './store-derived.ts';

/**
 * Publication: `publish_source` becomes `publish`, the image becomes visible, the upload session ends. A pipeline-1
 * upload gets a WebP instead (publish-original.ts), by the same rules.
 *
 *   job      queued → running → done | failed        (failed → queued by an administrator)
 *   image    pending → processing → completed | failed
 *   session  processing → cleanup_pending → completed | failed
 *
 * - The row in publication_jobs is the job; a queue message only points at it and may be lost, doubled or late.
 * - One worker holds a job's lease. The lease's id guards each batch, so a worker without it changes nothing.
 * - The object `publish` is put only if absent and never replaced; the commit describes the stored object.
 * - A crash before the commit repeats the job. The commit ends it, so a crash after it leaves only cleanup, to the sweep.
 * - `run_after` is the time of the next attempt of a queued job, and the end of retention of a done or failed one.
 * - While the watermark cannot be drawn, the job waits and keeps its attempts and its reservation
 *   (settings/wake-publications.ts).
 * - A failed image holds both its objects and its reservation, or neither.
 */

const PUBLISH_QUALITY = VARIANTS[SOURCE_KIND].recipe.quality;

/** Success takes three D1 round trips, one get, one put and one delete; for pipeline 1 two and no delete. */
export function publishImage(services: JobServices, jobId: number): Promise<JobOutcome> {
  return runJob(services, 'publish', jobId, { attempt, onExhausted, eraseUncommitted });
}

async function attempt(services: JobServices, job: ClaimedJob): Promise<JobOutcome> {
  const { source } = job;
  if (source.pipeline === 1) return publishOriginal(services, job, source.original);
  if (!job.isCommitted) {
    const derived = await deriveAndStore(services, job, source);
    if (!derived.ok) {
      const { error } = derived;
      // Publishing without the watermark could not be undone.
      if (error === WATERMARK_UNUSABLE) return awaitWatermark(services, job);
      await failForGood(services, job, error);
      return { outcome: 'failed' };
    }
    await commitPublication(services, job, source, derived.value);
  }
  services.negativeCache.invalidate(job.uniqueLink);
  await cleanUp(services, job, source.sourceKey);
  return { outcome: 'published' };
}

async function deriveAndStore(
  services: JobServices,
  job: ClaimedJob,
  source: PartsSource,
): Promise<Result<Publication, FailureReason | typeof WATERMARK_UNUSABLE>> {
  const watermark = toWatermark(source.watermark);
  if (!watermark.ok) return watermark;
  const stored = await renderPublish(
    () => services.objects.read(source.sourceKey),
    { watermark: watermark.value, quality: PUBLISH_QUALITY },
    async (rendered): Promise<Publication> => {
      const publish = await storeDerived(services, source.variantKeys.publish, rendered);
      return { files: { publish }, thumbHash: rendered.thumbHash };
    },
  );
  if (!stored.ok) return stored;
  return sizeOf(stored.value.files) > job.reservedBytes ? err('publish_too_large') : stored;
}

async function onExhausted(
  services: JobServices,
  job: ClaimedJob,
  lastError: string | null,
): Promise<JobOutcome> {
  if (job.source.pipeline === 1 && lastError !== null) {
    await publishWithoutDerivatives(services, job, { reason: lastError, thumbHash: null });
    return { outcome: 'published' };
  }
  await failForNow(services, job, lastError);
  return { outcome: 'failed' };
}

async function eraseUncommitted(
  { db, objects }: JobServices,
  { imageId, uploadId, derivedKeys }: ClaimedJob,
): Promise<void> {
  const wanted = await db.run(selectWanted({ imageId, uploadId }));
  if (wanted === null) await objects.erase(derivedKeys);
}

/** Also of an image that was published by another worker and is in the trash. */
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
    )
    .union(
      query
        .select({ one: sql<1>`1` })
        .from(trashedImages)
        .where(
          and(
            eq(trashedImages.id, p.imageId),
            sql`${trashedImages.image} ->> ${images.processingStatus.name} <> 'failed'`,
          ),
        ),
    ),
);
