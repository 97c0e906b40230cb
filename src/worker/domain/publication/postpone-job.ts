import { and, eq, sql } from 'drizzle-orm';
import { guard } from '../../db/guard.ts';
import { query } from '../../db/query.ts';
import { publicationJobs } from '../../db/schema/jobs.ts';
import { prepareFirst, prepareWrite, type Params } from '../../db/statement.ts';
import { backoffMs } from '../../../shared/backoff.ts';
import { WATERMARK_UNUSABLE } from '../../../shared/watermark-layout.ts';
import type { Services } from '../services.ts';
import type { ClaimedJob } from './claim-job.ts';
import { recordProcessing } from './processing-events.ts';

const BACKOFF_BASE_MS = 10_000;
const BACKOFF_MAX_MS = 600_000;
/** Interval of the checks whether an account may publish, or the watermark can be drawn. */
const RECHECK_MS = 900_000;

/** Returns the delay in milliseconds. */
export async function postponeJob(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { jobId, kind, leaseId, attempts, imageId }: ClaimedJob,
  error: string,
): Promise<number> {
  const now = clock.now();
  const delayMs = backoffMs(attempts, BACKOFF_BASE_MS, BACKOFF_MAX_MS);
  const runAfter = now + delayMs;
  const detail = kind === 'avif' ? `avif: ${error}` : error;
  await db.batch({
    job: [
      requeue({ jobId, leaseId, attempts, lastError: error, now, runAfter }),
      guard('lease_lost'),
    ],
    event: recordProcessing({ imageId, event: 'retried', detail }, now),
  });
  return delayMs;
}

/** For a suspended account or one locked for deletion. The attempt does not count. */
export async function awaitAccount(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { jobId, leaseId, attempts, lastError, accountStatus }: ClaimedJob,
): Promise<void> {
  const now = clock.now();
  await db.batch({
    job: [
      requeue({
        jobId,
        leaseId,
        attempts: attempts - 1,
        // After a real attempt its error is kept: it decides how the job ends.
        lastError: attempts === 1 ? `account is ${accountStatus}` : lastError,
        now,
        runAfter: now + RECHECK_MS,
      }),
      guard('lease_lost'),
    ],
  });
}

/**
 * Requeues a job until the watermark changes. The attempt does not count. Due at once if it has changed since the job
 * was claimed.
 */
export async function awaitWatermark(
  { db, clock, log }: Pick<Services, 'db' | 'clock' | 'log'>,
  { jobId, imageId, leaseId, attempts, runAfter }: ClaimedJob,
): Promise<{ outcome: 'held' } | { outcome: 'postponed'; delayMs: number }> {
  const now = clock.now();
  const { job } = await db.batch({
    job: [
      requeueWaiting({
        jobId,
        leaseId,
        attempts: attempts - 1,
        runAfter,
        recheckAt: now + RECHECK_MS,
        now,
      }),
      guard('lease_lost'),
    ],
  });
  if (job[0]?.lastError === null) return { outcome: 'postponed', delayMs: 0 };
  log.error('publication_waits', { job_id: jobId, image_id: imageId, reason: WATERMARK_UNUSABLE });
  return { outcome: 'held' };
}

const requeueWaiting = prepareFirst(
  (
    p: Params<{
      jobId: number;
      leaseId: string;
      attempts: number;
      runAfter: number;
      recheckAt: number;
      now: number;
    }>,
  ) => {
    const isChanged = sql`${publicationJobs.runAfter} <> ${p.runAfter}`;
    return query
      .update(publicationJobs)
      .set({
        status: 'queued',
        attempts: p.attempts,
        leaseId: null,
        leaseExpiresAt: null,
        runAfter: sql`iif(${isChanged}, ${p.now}, ${p.recheckAt})`,
        lastError: sql`iif(${isChanged}, NULL, ${WATERMARK_UNUSABLE})`,
        updatedAt: p.now,
      })
      .where(and(eq(publicationJobs.id, p.jobId), eq(publicationJobs.leaseId, p.leaseId)))
      .returning({ lastError: publicationJobs.lastError });
  },
);

const requeue = prepareWrite(
  (
    p: Params<{
      jobId: number;
      leaseId: string;
      attempts: number;
      lastError: string | null;
      now: number;
      runAfter: number;
    }>,
  ) =>
    query
      .update(publicationJobs)
      .set({
        status: 'queued',
        attempts: p.attempts,
        leaseId: null,
        leaseExpiresAt: null,
        runAfter: p.runAfter,
        lastError: p.lastError,
        updatedAt: p.now,
      })
      .where(and(eq(publicationJobs.id, p.jobId), eq(publicationJobs.leaseId, p.leaseId))),
);
