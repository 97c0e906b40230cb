import { and, eq, type SQL } from 'drizzle-orm';
import { guard } from '../../db/guard.ts';
import { existsIn, query } from '../../db/query.ts';
import { users } from '../../db/schema/accounts.ts';
import { publicationJobs } from '../../db/schema/jobs.ts';
import { prepareWrite, type Params, type Statement } from '../../db/statement.ts';
import type { ClaimedJob } from './claim-job.ts';

/** Retention of a finished job's row, which metrics read. */
const DONE_JOB_RETENTION_MS = 86_400_000;

/** In the batch of the job's result. The account must be active. Guard: lease_lost. */
export function finishJob(
  { jobId, leaseId, userId }: Pick<ClaimedJob, 'jobId' | 'leaseId' | 'userId'>,
  now: number,
): Statement<number>[] {
  const keepUntil = now + DONE_JOB_RETENTION_MS;
  return [endLeased({ jobId, leaseId, userId, now, keepUntil }), guard('lease_lost')];
}

/** Of an image that the version before this one has published: it ended the job after the cleanup. */
export function endCommittedJob(jobId: number, now: number): Statement<number> {
  return endCommitted({ jobId, now, keepUntil: now + DONE_JOB_RETENTION_MS });
}

type End = Params<{ jobId: number; now: number; keepUntil: number }>;

const endLeased = prepareWrite((p: End & Params<{ leaseId: string; userId: number }>) =>
  endJob(
    p,
    and(
      eq(publicationJobs.leaseId, p.leaseId),
      existsIn(users, and(eq(users.id, p.userId), eq(users.status, 'active'))),
    ),
  ),
);

const endCommitted = prepareWrite((p: End) => endJob(p, undefined));

function endJob(p: End, condition: SQL | undefined) {
  return query
    .update(publicationJobs)
    .set({
      status: 'done',
      leaseId: null,
      leaseExpiresAt: null,
      lastError: null,
      runAfter: p.keepUntil,
      updatedAt: p.now,
    })
    .where(and(eq(publicationJobs.id, p.jobId), eq(publicationJobs.status, 'running'), condition));
}
