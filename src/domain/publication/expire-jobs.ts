import { guard, GuardError, statement } from '../../db/database.ts';
import { uploadKeys } from '../../storage/keys.ts';
import { ERRORS } from '../errors.ts';
import type { Services } from '../services.ts';
import { giveBack } from './fail-publication.ts';
import { FAILURES } from './failures.ts';

const EXPIRED_FAILURES_PER_RUN = 20;
const DONE_JOBS_PER_RUN = 1000;

interface ExpiredJob {
  readonly id: number;
  readonly upload_id: string;
  readonly image_id: number;
  readonly image_file_id: number;
  readonly user_id: number;
  readonly source_key: string;
  readonly master_key: string;
}

const SELECT_EXPIRED = `
  SELECT j.id, j.upload_id, j.image_id, i.image_file_id, i.user_id,
    source.object_key AS source_key, master.object_key AS master_key
  FROM publication_jobs j
  JOIN images i ON i.id = j.image_id
  JOIN upload_parts source ON source.upload_id = j.upload_id AND source.kind = 'publish_source'
  JOIN upload_parts master ON master.upload_id = j.upload_id AND master.kind = 'master'
  WHERE j.status = 'failed' AND j.run_after <= ?
  ORDER BY j.run_after LIMIT ?`;

type ExpireServices = Pick<Services, 'db' | 'clock' | 'objects'>;

const expireFailure = async (
  { db, clock, objects }: ExpireServices,
  job: ExpiredJob,
): Promise<void> => {
  const now = clock.now();
  const upload = {
    imageFileId: job.image_file_id,
    userId: job.user_id,
    uploadId: job.upload_id,
  };
  await db.batch([
    // An administrator may have started it again since it was selected.
    statement(
      "DELETE FROM publication_jobs WHERE id = ? AND status = 'failed' AND run_after <= ?",
      job.id,
      now,
    ),
    guard('job_changed'),
    statement(
      `UPDATE images SET failure_code = ?, failure_message = ?, updated_at = ?
       WHERE id = ? AND EXISTS (SELECT 1 FROM upload_sessions WHERE upload_id = ? AND reserved_bytes > 0)`,
      ERRORS[FAILURES.retention_over.error].code,
      FAILURES.retention_over.message,
      now,
      job.image_id,
      job.upload_id,
    ),
    ...giveBack(upload, now),
  ]);
  await objects.erase(uploadKeys(job.master_key, job.source_key));
};

/** Gives back what failed publications have kept long enough. */
export const expireFailedJobs = async (services: ExpireServices): Promise<number> => {
  const expired = await services.db.all<ExpiredJob>(
    statement(SELECT_EXPIRED, services.clock.now(), EXPIRED_FAILURES_PER_RUN),
  );
  for (const job of expired) {
    try {
      await expireFailure(services, job);
    } catch (error) {
      if (!(error instanceof GuardError)) throw error;
    }
  }
  return expired.length;
};

/** Deletes the rows of jobs that are done long enough; what they did stays in processing_events. */
export const deleteDoneJobs = async ({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Promise<number> => {
  const [deleted] = await db.batch([
    statement(
      `DELETE FROM publication_jobs WHERE id IN (
         SELECT id FROM publication_jobs WHERE status = 'done' AND run_after <= ? ORDER BY run_after LIMIT ?)`,
      clock.now(),
      DONE_JOBS_PER_RUN,
    ),
  ]);
  return deleted?.changes ?? 0;
};
