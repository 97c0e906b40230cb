import { and, asc, eq, exists, gt, inArray, lte, sql } from 'drizzle-orm';
import { guard, GuardError } from '../../db/guard.ts';
import { query } from '../../db/query.ts';
import { images } from '../../db/schema/images.ts';
import { publicationJobs } from '../../db/schema/jobs.ts';
import { uploadSessions } from '../../db/schema/uploads.ts';
import { prepareAll, prepareWrite, type Slots } from '../../db/statement.ts';
import { uploadKeys } from '../../storage/keys.ts';
import { ERRORS } from '../errors.ts';
import type { Services } from '../services.ts';
import { releaseUpload } from './fail-publication.ts';
import { FAILURES } from './failures.ts';
import { keyParts } from './key-parts.ts';

const EXPIRED_FAILURES_PER_RUN = 20;
const DONE_JOBS_PER_RUN = 1000;

type ExpireServices = Pick<Services, 'db' | 'clock' | 'objects'>;

/** Releases what failed publications have kept for long enough. */
export async function expireFailedJobs(services: ExpireServices): Promise<number> {
  const expired = await services.db.run(selectExpired({ now: services.clock.now() }));
  for (const job of expired) {
    try {
      await expireFailure(services, job);
    } catch (error) {
      if (!(error instanceof GuardError)) throw error;
    }
  }
  return expired.length;
}

type ExpiredJob = ReturnType<ReturnType<typeof selectExpired>['read']>[number];

async function expireFailure(
  { db, clock, objects }: ExpireServices,
  job: ExpiredJob,
): Promise<void> {
  const now = clock.now();
  const { jobId, imageId, uploadId } = job;
  await db.batch({
    // An administrator may have started it again since it was selected.
    job: [deleteExpired({ jobId, now }), guard('job_changed')],
    image: explainFailure({ imageId, uploadId, now }),
    ...releaseUpload(job, now),
  });
  await objects.erase(uploadKeys(job.masterKey, job.sourceKey));
}

const selectExpired = prepareAll(({ now }: Slots<{ now: number }>) => {
  const { master, source, joinMaster, joinSource } = keyParts(publicationJobs.uploadId);
  return query
    .select({
      jobId: publicationJobs.id,
      uploadId: publicationJobs.uploadId,
      imageId: publicationJobs.imageId,
      imageFileId: images.imageFileId,
      userId: images.userId,
      sourceKey: source.objectKey,
      masterKey: master.objectKey,
    })
    .from(publicationJobs)
    .innerJoin(images, eq(images.id, publicationJobs.imageId))
    .innerJoin(source, joinSource)
    .innerJoin(master, joinMaster)
    .where(and(eq(publicationJobs.status, 'failed'), lte(publicationJobs.runAfter, now)))
    .orderBy(asc(publicationJobs.runAfter))
    .limit(EXPIRED_FAILURES_PER_RUN);
});

const deleteExpired = prepareWrite(({ jobId, now }: Slots<{ jobId: number; now: number }>) =>
  query
    .delete(publicationJobs)
    .where(
      and(
        eq(publicationJobs.id, jobId),
        eq(publicationJobs.status, 'failed'),
        lte(publicationJobs.runAfter, now),
      ),
    ),
);

const explainFailure = prepareWrite(
  ({ imageId, uploadId, now }: Slots<{ imageId: number; uploadId: string; now: number }>) =>
    query
      .update(images)
      .set({
        failureCode: ERRORS[FAILURES.retention_over.error].code,
        failureMessage: FAILURES.retention_over.message,
        updatedAt: now,
      })
      .where(
        and(
          eq(images.id, imageId),
          exists(
            query
              .select({ one: sql`1` })
              .from(uploadSessions)
              .where(
                and(eq(uploadSessions.uploadId, uploadId), gt(uploadSessions.reservedBytes, 0)),
              ),
          ),
        ),
      ),
);

/** Deletes the rows of jobs that are done long enough; what they did stays in processing_events. */
export function deleteDoneJobs({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<number> {
  return db.run(deleteDone({ now: clock.now() }));
}

const deleteDone = prepareWrite(({ now }: Slots<{ now: number }>) =>
  query.delete(publicationJobs).where(
    inArray(
      publicationJobs.id,
      query
        .select({ id: publicationJobs.id })
        .from(publicationJobs)
        .where(and(eq(publicationJobs.status, 'done'), lte(publicationJobs.runAfter, now)))
        .orderBy(asc(publicationJobs.runAfter))
        .limit(DONE_JOBS_PER_RUN),
    ),
  ),
);
