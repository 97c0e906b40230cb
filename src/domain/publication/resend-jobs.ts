import { statement } from '../../db/database.ts';
import type { Services } from '../services.ts';

/** A message that has not come in this time is taken for lost. Sending a second one is harmless. */
const RESEND_AFTER_MS = 60_000;
const RESEND_JOBS_PER_RUN = 100;

/** Sends a new message for each job that is overdue or whose worker died: lost messages and crashes end here. */
export const resendJobs = async ({
  db,
  clock,
  publishQueue,
}: Pick<Services, 'db' | 'clock' | 'publishQueue'>): Promise<number> => {
  const now = clock.now();
  const overdue = now - RESEND_AFTER_MS;
  const jobs = await db.all<{ id: number }>(
    statement(
      `UPDATE publication_jobs SET updated_at = ?
       WHERE updated_at <= ? AND id IN (
         SELECT id FROM publication_jobs WHERE status = 'queued' AND run_after <= ? AND updated_at <= ?
         UNION ALL
         SELECT id FROM publication_jobs WHERE status = 'running' AND lease_expires_at <= ? AND updated_at <= ?
         LIMIT ?)
       RETURNING id`,
      now,
      overdue,
      overdue,
      overdue,
      now,
      overdue,
      RESEND_JOBS_PER_RUN,
    ),
  );
  await Promise.all(jobs.map(({ id }) => publishQueue.send({ jobId: id })));
  return jobs.length;
};
