import { guard, GuardError, statement } from '../../db/database.ts';
import { describeError } from '../../lib/log.ts';
import type { Actor } from '../actor.ts';
import { DomainError } from '../errors.ts';
import type { Services } from '../services.ts';

type RetryServices = Pick<Services, 'db' | 'clock' | 'publishQueue' | 'log'>;

const restart = (jobId: number, imageId: number, actorId: number | null, now: number) => [
  statement(
    `UPDATE publication_jobs SET status = 'queued', attempts = 0, run_after = ?, updated_at = ?
     WHERE id = ? AND status = 'failed'
       AND EXISTS (SELECT 1 FROM upload_sessions s WHERE s.upload_id = publication_jobs.upload_id AND s.reserved_bytes > 0)`,
    now,
    now,
    jobId,
  ),
  guard('not_retryable'),
  statement(
    `UPDATE images SET processing_status = 'pending', failure_code = NULL, failure_message = NULL, updated_at = ?
     WHERE id = ?`,
    now,
    imageId,
  ),
  statement(
    `UPDATE upload_sessions
     SET status = 'processing', failure_code = NULL, failure_message = NULL, closed_at = NULL
     WHERE upload_id = (SELECT upload_id FROM publication_jobs WHERE id = ?)`,
    jobId,
  ),
  statement(
    `INSERT INTO processing_events (image_id, event, detail, created_at)
     VALUES (?, 'retried', 'by an administrator', ?)`,
    imageId,
    now,
  ),
  statement(
    `INSERT INTO audit_log (actor_id, action, subject, created_at) VALUES (?, 'retry_publication', ?, ?)`,
    actorId,
    `image:${String(imageId)}`,
    now,
  ),
];

/**
 * Starts a failed publication again, with all its attempts; for an administrator, or for the operator's shell (null).
 * @throws {DomainError} publication_not_found when there is no such job, publication_conflict when it has not failed or its upload is no longer kept.
 */
export const retryPublication = async (
  { db, clock, publishQueue, log }: RetryServices,
  actor: Pick<Actor, 'userId'> | null,
  imageId: number,
): Promise<void> => {
  const [job] = await db.all<{ id: number }>(
    statement('SELECT id FROM publication_jobs WHERE image_id = ?', imageId),
  );
  if (job === undefined) throw new DomainError('publication_not_found');
  try {
    await db.batch(restart(job.id, imageId, actor?.userId ?? null, clock.now()));
  } catch (error) {
    if (error instanceof GuardError)
      throw new DomainError('publication_conflict', { cause: error });
    throw error;
  }
  try {
    await publishQueue.send({ jobId: job.id });
  } catch (error) {
    // The sweep sends it again.
    log.error('publication_not_announced', { job_id: job.id, reason: describeError(error) });
  }
};
