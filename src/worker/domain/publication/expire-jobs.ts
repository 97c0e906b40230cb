import { and, eq, gt, inArray, lte, notInArray, type SQL } from 'drizzle-orm';
import { guard, GuardError } from '../../db/guard.ts';
import { existsIn, query, jsonValues } from '../../db/query.ts';
import { images } from '../../db/schema/images.ts';
import { JOB_KINDS, publicationJobs, type JobStatus } from '../../db/schema/jobs.ts';
import { uploadSessions } from '../../db/schema/uploads.ts';
import { prepareAll, prepareWrite, type Params, type Statement } from '../../db/statement.ts';
import { describeError } from '../../lib/log.ts';
import { lastPublicationAt } from '../erasure/late-writers.ts';
import { storeFailure } from '../failure.ts';
import type { Services } from '../services.ts';
import { sweepRows, type RowKey } from '../sweep-rows.ts';
import { releaseUpload } from './fail-publication.ts';
import { FAILURES } from './failures.ts';
import { keyParts, listUploadKeys } from './key-parts.ts';
import { scheduleErasure } from './make-avif.ts';

/** Eight statements each. */
const FAILURES_PER_BATCH = 50;
/** 1.4 million failures a day. */
const FAILURES_PER_RUN = 1000;
const DONE_JOBS_PER_STATEMENT = 1000;
const DONE_JOBS_PER_RUN = 10_000;

type ExpireServices = Pick<Services, 'db' | 'clock' | 'objects' | 'log'>;

/** Releases uploads of failed publications after their retention. An image without AVIF stays as it is. */
export function expireFailedJobs(services: ExpireServices): Promise<number> {
  const { db, clock } = services;
  const now = clock.now();
  return sweepRows(services, {
    part: 'expire_failed_publications',
    select: (seen) => db.run(selectExpired({ now, seen })),
    limit: FAILURES_PER_BATCH,
    most: FAILURES_PER_RUN,
    keyOf: ({ jobId }) => jobId,
    handle: (jobs) => expireFailures(services, jobs),
  });
}

type ExpiredJob = ReturnType<ReturnType<typeof selectExpired>['read']>[number];

async function expireFailures(
  services: ExpireServices,
  jobs: readonly ExpiredJob[],
): Promise<number> {
  const { db, clock } = services;
  const now = clock.now();
  try {
    await db.batch({ expired: jobs.flatMap((job) => expireFailure(job, now)) });
  } catch (error) {
    // Since it was selected, an administrator has restarted it or another sweep has released it.
    if (error instanceof GuardError && jobs.length === 1) return 0;
    throw error;
  }
  await eraseSoon(services, jobs);
  return jobs.length;
}

/** Failures wait for the sweep of the sessions, which also erases an AVIF that was stored but not committed. */
async function eraseSoon(
  { objects, log }: ExpireServices,
  jobs: readonly ExpiredJob[],
): Promise<void> {
  const released = jobs.filter(({ kind }) => kind === 'publish');
  try {
    await objects.erase(released.flatMap(listUploadKeys));
  } catch (error) {
    log.error('failed_publications_not_erased', { reason: describeError(error) });
  }
}

function expireFailure(job: ExpiredJob, now: number): Statement<number>[] {
  const { jobId, kind, imageId, uploadId } = job;
  const deleted = [deleteExpired({ jobId, now }), guard('job_changed')];
  if (kind === 'avif') {
    return [...deleted, scheduleErasure({ uploadId, eraseDueAt: lastPublicationAt(now) })];
  }
  const released = Object.values(releaseUpload(job, now)).flat();
  return [...deleted, explainFailure({ imageId, uploadId, now }), ...released];
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
    .limit(FAILURES_PER_BATCH);
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
