import { and, eq, gt, inArray, lte, notInArray, type SQL } from 'drizzle-orm';
import { guard, GuardError } from '../../db/guard.ts';
import { existsIn, query, jsonValues } from '../../db/query.ts';
import { images } from '../../db/schema/images.ts';
import { JOB_KINDS, publicationJobs, type JobStatus } from '../../db/schema/jobs.ts';
import { uploadSessions } from '../../db/schema/uploads.ts';
import { prepareAll, prepareWrite, type Params } from '../../db/statement.ts';
import { lastPublicationAt } from '../erasure/late-writers.ts';
import { storeFailure } from '../failure.ts';
import type { Services } from '../services.ts';
import { sweepRows, type RowKey } from '../sweep-rows.ts';
import { releaseUpload } from './fail-publication.ts';
import { FAILURES } from './failures.ts';
import { keyParts, listUploadKeys } from './key-parts.ts';
import { scheduleErasure } from './make-avif.ts';

const EXPIRED_FAILURES_PER_RUN = 20;
const DONE_JOBS_PER_STATEMENT = 1000;
const DONE_JOBS_PER_RUN = 10_000;

type ExpireServices = Pick<Services, 'db' | 'clock' | 'objects' | 'log'>;

/** Releases uploads of failed publications after their retention. An image without AVIF stays as it is. */
export function expireFailedJobs(services: ExpireServices): Promise<number> {
  const now = services.clock.now();
  return sweepRows(services, {
    part: 'expire_failed_publications',
    select: (seen) => services.db.run(selectExpired({ now, seen })),
    limit: EXPIRED_FAILURES_PER_RUN,
    keyOf: ({ jobId }) => jobId,
    handle: async (jobs) => {
      for (const job of jobs) await expireFailure(services, job);
      return jobs.length;
    },
    alone: true,
  });
}

type ExpiredJob = ReturnType<ReturnType<typeof selectExpired>['read']>[number];

async function expireFailure(
  { db, clock, objects }: ExpireServices,
  job: ExpiredJob,
): Promise<void> {
  const now = clock.now();
  const { jobId, kind, imageId, uploadId } = job;
  const deleted = [deleteExpired({ jobId, now }), guard('job_changed')];
  try {
    await (kind === 'avif'
      ? db.batch({
          deleted,
          session: scheduleErasure({ uploadId, eraseDueAt: lastPublicationAt(now) }),
        })
      : db.batch({
          deleted,
          image: explainFailure({ imageId, uploadId, now }),
          ...releaseUpload(job, now),
        }));
  } catch (error) {
    // An administrator has restarted the job since it was selected.
    if (error instanceof GuardError) return;
    throw error;
  }
  // The sweep of the session erases an AVIF that was stored but not committed.
  if (kind === 'publish') await objects.erase(listUploadKeys(job));
}

const selectExpired = prepareAll((p: Params<{ now: number; seen: readonly RowKey[] }>) => {
  const { master, source, joinMaster, joinSource } = keyParts(publicationJobs.uploadId);
  return query
    .select({
      jobId: publicationJobs.id,
      kind: publicationJobs.kind,
      uploadId: publicationJobs.uploadId,
      imageId: publicationJobs.imageId,
      imageFileId: images.imageFileId,
      userId: images.userId,
      originalKey: uploadSessions.originalKey,
      sourceKey: source.objectKey,
      masterKey: master.objectKey,
    })
    .from(publicationJobs)
    .innerJoin(images, eq(images.id, publicationJobs.imageId))
    .innerJoin(uploadSessions, eq(uploadSessions.uploadId, publicationJobs.uploadId))
    .leftJoin(source, joinSource)
    .leftJoin(master, joinMaster)
    .where(and(hasExpired('failed', p.now), notInArray(publicationJobs.id, jsonValues(p.seen))))
    .limit(EXPIRED_FAILURES_PER_RUN);
});

const deleteExpired = prepareWrite((p: Params<{ jobId: number; now: number }>) =>
  query
    .delete(publicationJobs)
    .where(and(eq(publicationJobs.id, p.jobId), hasExpired('failed', p.now))),
);

const explainFailure = prepareWrite(
  (p: Params<{ imageId: number; uploadId: string; now: number }>) =>
    query
      .update(images)
      .set({ ...storeFailure(FAILURES.retention_over), updatedAt: p.now })
      .where(
        and(
          eq(images.id, p.imageId),
          existsIn(
            uploadSessions,
            and(eq(uploadSessions.uploadId, p.uploadId), gt(uploadSessions.reservedBytes, 0)),
          ),
        ),
      ),
);

export function deleteDoneJobs(services: Pick<Services, 'db' | 'clock' | 'log'>): Promise<number> {
  const { db, clock } = services;
  const now = clock.now();
  return sweepRows(services, {
    part: 'delete_done_publications',
    select: (seen) => db.run(selectDone({ now, seen })),
    limit: DONE_JOBS_PER_STATEMENT,
    most: DONE_JOBS_PER_RUN,
    keyOf: ({ jobId }) => jobId,
    handle: (jobs) => db.run(deleteDone({ jobIds: jobs.map(({ jobId }) => jobId), now })),
  });
}

const selectDone = prepareAll((p: Params<{ now: number; seen: readonly RowKey[] }>) =>
  query
    .select({ jobId: publicationJobs.id })
    .from(publicationJobs)
    .where(and(hasExpired('done', p.now), notInArray(publicationJobs.id, jsonValues(p.seen))))
    .limit(DONE_JOBS_PER_STATEMENT),
);

const deleteDone = prepareWrite((p: Params<{ jobIds: readonly number[]; now: number }>) =>
  query
    .delete(publicationJobs)
    .where(and(inArray(publicationJobs.id, jsonValues(p.jobIds)), hasExpired('done', p.now))),
);

/** Lists the kinds, since the index begins with the kind. */
function hasExpired(status: JobStatus, now: SQL): SQL | undefined {
  return and(
    eq(publicationJobs.status, status),
    inArray(publicationJobs.kind, JOB_KINDS),
    lte(publicationJobs.runAfter, now),
  );
}
