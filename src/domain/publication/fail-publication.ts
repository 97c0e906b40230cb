import { guard, statement, type Statement } from '../../db/database.ts';
import { ERRORS } from '../errors.ts';
import { notify } from '../notifications/notify.ts';
import type { Services } from '../services.ts';
import type { ClaimedJob } from './claim-job.ts';
import { FAILURES, type FailureReason } from './failures.ts';

/** A queue consumer lives at most this long on the platform, so nothing can still be stored by one after it. */
export const CONSUMER_MAX_WALL_MS = 900_000;

export interface FailedUpload {
  readonly imageFileId: number;
  readonly userId: number;
  readonly uploadId: string;
}

/**
 * Gives back all that a failed image holds of its owner's quota and drops its variants; the session's objects become
 * the sweep's to erase. Computed from the rows, so a second run changes nothing.
 */
export const giveBack = (
  { imageFileId, userId, uploadId }: FailedUpload,
  now: number,
): Statement[] => {
  const amounts = `
    storage_used = storage_used - (SELECT coalesce(sum(size), 0) FROM image_variants WHERE image_file_id = ?),
    storage_reserved = storage_reserved - (SELECT reserved_bytes FROM upload_sessions WHERE upload_id = ?)`;
  return [
    statement(`UPDATE users SET ${amounts} WHERE id = ?`, imageFileId, uploadId, userId),
    statement(`UPDATE site_totals SET ${amounts}`, imageFileId, uploadId),
    statement('DELETE FROM image_variants WHERE image_file_id = ?', imageFileId),
    statement('UPDATE image_files SET size = 0 WHERE id = ?', imageFileId),
    statement(
      'UPDATE upload_sessions SET reserved_bytes = 0, erase_due_at = ? WHERE upload_id = ?',
      now + CONSUMER_MAX_WALL_MS,
      uploadId,
    ),
  ];
};

const markFailed = (
  job: ClaimedJob,
  reason: FailureReason,
  lastError: string | null,
  now: number,
  retentionMs: number,
): Statement[] => {
  const { error, message } = FAILURES[reason];
  const { code } = ERRORS[error];
  return [
    statement(
      `UPDATE publication_jobs
       SET status = 'failed', lease_id = NULL, lease_expires_at = NULL, run_after = ?,
         last_error = coalesce(?, last_error), updated_at = ?
       WHERE id = ? AND lease_id = ?`,
      now + retentionMs,
      lastError,
      now,
      job.jobId,
      job.leaseId,
    ),
    guard('lease_lost'),
    statement(
      `UPDATE images SET processing_status = 'failed', failure_code = ?, failure_message = ?, updated_at = ?
       WHERE id = ? AND processing_status = 'processing'`,
      code,
      message,
      now,
      job.imageId,
    ),
    guard('image_changed'),
    statement(
      `UPDATE upload_sessions SET status = 'failed', failure_code = ?, failure_message = ?, closed_at = ?
       WHERE upload_id = ? AND status = 'processing'`,
      code,
      message,
      now,
      job.uploadId,
    ),
    guard('session_changed'),
    statement(
      "INSERT INTO processing_events (image_id, event, detail, created_at) VALUES (?, 'failed', ?, ?)",
      job.imageId,
      reason,
      now,
    ),
    notify(
      {
        userId: job.userId,
        type: 'image',
        title: 'Image could not be published',
        message: `${job.filename}: ${message}`,
        metadata: { image_id: job.imageId, upload_id: job.uploadId, reason },
      },
      now,
    ),
  ];
};

/**
 * Ends a job that no further attempt can help: everything stored is given back and erased, the owner is told why.
 * @throws GuardError when the lease went to another worker.
 */
export const failForGood = async (
  { db, clock, config, objects }: Pick<Services, 'db' | 'clock' | 'config' | 'objects'>,
  job: ClaimedJob,
  reason: FailureReason,
): Promise<void> => {
  const now = clock.now();
  await db.batch([
    ...markFailed(job, reason, reason, now, config.PUBLICATION_FAILED_RETENTION_MS),
    ...giveBack(job, now),
  ]);
  await objects.erase(job.objectKeys);
};

/**
 * Ends a job whose attempts are used up. Objects and reservation are kept for PUBLICATION_FAILED_RETENTION_MS, in
 * which an administrator can start it again.
 * @throws GuardError when the lease went to another worker.
 */
export const failForNow = async (
  { db, clock, config }: Pick<Services, 'db' | 'clock' | 'config'>,
  job: ClaimedJob,
  lastError: string | null,
): Promise<void> => {
  const { PUBLICATION_FAILED_RETENTION_MS: retentionMs } = config;
  await db.batch(markFailed(job, 'attempts_exhausted', lastError, clock.now(), retentionMs));
};
