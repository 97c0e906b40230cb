import type { TestWorker } from './worker.ts';

/** Leaves the image of an upload failed, and its job without attempts. */
export const failPublication = async (
  { env: { DB }, clock }: TestWorker,
  uploadId: string,
): Promise<void> => {
  const now = clock.now();
  await DB.batch([
    DB.prepare(
      `UPDATE images SET processing_status = 'failed'
       WHERE id = (SELECT image_id FROM upload_sessions WHERE upload_id = ?)`,
    ).bind(uploadId),
    DB.prepare(
      `UPDATE upload_sessions SET status = 'failed', failure_code = 1003, failure_message = 'No', closed_at = ?
       WHERE upload_id = ?`,
    ).bind(now, uploadId),
    DB.prepare(
      `UPDATE publication_jobs SET status = 'failed', run_after = ? WHERE upload_id = ?`,
    ).bind(now, uploadId),
  ]);
};
