import { guard, statement, type Statement } from '../../db/database.ts';
import { backoffMs } from '../../lib/backoff.ts';
import type { Services } from '../services.ts';
import type { ClaimedJob } from './claim-job.ts';

const BACKOFF_BASE_MS = 10_000;
const BACKOFF_MAX_MS = 600_000;
/** How often a job is looked at whose account may not publish. */
const HOLD_RECHECK_MS = 900_000;

const requeue = (
  job: ClaimedJob,
  attempts: number,
  lastError: string,
  now: number,
  delayMs: number,
): Statement[] => [
  statement(
    `UPDATE publication_jobs
     SET status = 'queued', attempts = ?, lease_id = NULL, lease_expires_at = NULL, run_after = ?, last_error = ?,
       updated_at = ?
     WHERE id = ? AND lease_id = ?`,
    attempts,
    now + delayMs,
    lastError,
    now,
    job.jobId,
    job.leaseId,
  ),
  guard('lease_lost'),
];

/**
 * Puts a job back after a failed attempt; gives the delay before the next one in milliseconds.
 * @throws GuardError when the lease went to another worker.
 */
export const postponeJob = async (
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  job: ClaimedJob,
  error: string,
): Promise<number> => {
  const now = clock.now();
  const delayMs = backoffMs(job.attempts, BACKOFF_BASE_MS, BACKOFF_MAX_MS);
  await db.batch([
    ...requeue(job, job.attempts, error, now, delayMs),
    statement(
      "INSERT INTO processing_events (image_id, event, detail, created_at) VALUES (?, 'retried', ?, ?)",
      job.imageId,
      error,
      now,
    ),
  ]);
  return delayMs;
};

/**
 * Puts a job back whose account is not active: an account that is suspended or about to be deleted publishes nothing
 * new, and goes on where it was once it is active again. The attempt does not count.
 * @throws GuardError when the lease went to another worker.
 */
export const holdJob = async (
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  job: ClaimedJob,
): Promise<void> => {
  const reason = `account is ${job.accountStatus}`;
  await db.batch(requeue(job, job.attempts - 1, reason, clock.now(), HOLD_RECHECK_MS));
};
