import { and, desc, eq, gt, or } from 'drizzle-orm';
import { guard, GuardError } from '../../db/guard.ts';
import { existsIn, query } from '../../db/query.ts';
import { images } from '../../db/schema/images.ts';
import { publicationJobs } from '../../db/schema/jobs.ts';
import { uploadSessions } from '../../db/schema/uploads.ts';
import { prepareFirst, prepareWrite, type Params } from '../../db/statement.ts';
import type { Actor } from '../actor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import { announceAvif, announceJob } from '../announce-job.ts';
import type { Services } from '../services.ts';
import { recordProcessing } from './processing-events.ts';

type RetryServices = Pick<Services, 'db' | 'clock' | 'publishQueue' | 'avifQueue' | 'log'>;

const NOT_RETRYABLE = 'not_retryable';

export const RETRY_PUBLICATION_ERRORS = [
  'publication_not_found',
  // Not failed, or its upload is no longer kept.
  'publication_conflict',
] as const satisfies readonly ErrorName[];

/** Grants all attempts again, also to the AVIF of a published image. `actor` is null for the operator's shell. */
export async function retryPublication(
  services: RetryServices,
  actor: Pick<Actor, 'userId'> | null,
  imageId: number,
): Promise<void> {
  const { db, clock } = services;
  const job = await db.run(selectJobOf({ imageId }));
  if (job === null) throw new DomainError('publication_not_found');
  const { jobId, kind, uploadId } = job;
  const now = clock.now();
  const actorId = actor?.userId ?? null;
  try {
    await db.batch({
      job: [restartJob({ jobId, now }), guard(NOT_RETRYABLE)],
      image:
        kind === 'publish' ? [restartImage({ imageId, now }), restartUpload({ uploadId })] : [],
      event: recordProcessing({ imageId, event: 'retried', detail: 'by an administrator' }, now),
      audit: recordAudit(
        { actorId, action: 'retry_publication', subject: `image:${imageId}` },
        now,
      ),
    });
  } catch (error) {
    if (!(error instanceof GuardError) || error.reason !== NOT_RETRYABLE) throw error;
    throw new DomainError('publication_conflict', { cause: error });
  }
  await (kind === 'avif' ? announceAvif : announceJob)(services, jobId);
}

/** Selects the job that can fail: an image gets its AVIF job only once its publication is done. */
const selectJobOf = prepareFirst((p: Params<{ imageId: number }>) =>
  query
    .select({
      jobId: publicationJobs.id,
      kind: publicationJobs.kind,
      uploadId: publicationJobs.uploadId,
    })
    .from(publicationJobs)
    .where(eq(publicationJobs.imageId, p.imageId))
    .orderBy(desc(eq(publicationJobs.status, 'failed')))
    .limit(1),
);

const restartJob = prepareWrite((p: Params<{ jobId: number; now: number }>) =>
  query
    .update(publicationJobs)
    .set({ status: 'queued', attempts: 0, runAfter: p.now, updatedAt: p.now })
    .where(
      and(
        eq(publicationJobs.id, p.jobId),
        eq(publicationJobs.status, 'failed'),
        or(
          eq(publicationJobs.kind, 'avif'),
          existsIn(
            uploadSessions,
            and(
              eq(uploadSessions.uploadId, publicationJobs.uploadId),
              gt(uploadSessions.reservedBytes, 0),
            ),
          ),
        ),
      ),
    ),
);

const restartImage = prepareWrite((p: Params<{ imageId: number; now: number }>) =>
  query
    .update(images)
    .set({ processingStatus: 'pending', failureCode: null, failureMessage: null, updatedAt: p.now })
    .where(eq(images.id, p.imageId)),
);

const restartUpload = prepareWrite((p: Params<{ uploadId: string }>) =>
  query
    .update(uploadSessions)
    .set({ status: 'processing', failureCode: null, failureMessage: null, closedAt: null })
    .where(eq(uploadSessions.uploadId, p.uploadId)),
);
