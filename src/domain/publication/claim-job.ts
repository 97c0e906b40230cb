import { statement } from '../../db/database.ts';
import { newOpaqueId } from '../../lib/ids.ts';
import { siblingKey, uploadKeys } from '../../storage/keys.ts';
import type { UserStatus } from '../actor.ts';
import type { Services } from '../services.ts';
import { selectSettings, settingsFrom } from '../settings/read-settings.ts';
import { WATERMARK_KEYS, type WatermarkSettings } from './watermark-settings.ts';

/** What a worker that holds a job's lease knows of it, read in the moment in which it took the lease. */
export interface ClaimedJob {
  readonly jobId: number;
  readonly leaseId: string;
  /** With this one. */
  readonly attempts: number;
  readonly imageId: number;
  readonly imageFileId: number;
  readonly userId: number;
  readonly uploadId: string;
  readonly filename: string;
  readonly isPublished: boolean;
  readonly accountStatus: UserStatus;
  /** What the session still holds of its owner's quota. */
  readonly reservedBytes: number;
  readonly sourceKey: string;
  readonly publishKey: string;
  /** Everything that the upload may have in the bucket. */
  readonly objectKeys: readonly string[];
  readonly watermark: WatermarkSettings;
}

export type Claim =
  | { readonly outcome: 'claimed'; readonly job: ClaimedJob }
  /** Not before `delayMs` from now. */
  | { readonly outcome: 'early'; readonly delayMs: number }
  /** Done, given up, deleted, or in another worker's hands. */
  | { readonly outcome: 'not_ours' };

interface JobRow {
  readonly status: string;
  readonly attempts: number;
  readonly lease_id: string | null;
  readonly run_after: number;
  readonly upload_id: string;
  readonly image_id: number;
  readonly image_file_id: number;
  readonly user_id: number;
  readonly filename: string;
  readonly processing_status: string;
  readonly account_status: UserStatus;
  readonly reserved_bytes: number;
  readonly source_key: string;
  readonly master_key: string;
}

const SELECT_JOB = `
  SELECT j.status, j.attempts, j.lease_id, j.run_after, j.upload_id, j.image_id, i.image_file_id, i.user_id,
    i.filename, i.processing_status, u.status AS account_status, s.reserved_bytes,
    source.object_key AS source_key, master.object_key AS master_key
  FROM publication_jobs j
  JOIN images i ON i.id = j.image_id
  JOIN users u ON u.id = i.user_id
  JOIN upload_sessions s ON s.upload_id = j.upload_id
  JOIN upload_parts source ON source.upload_id = j.upload_id AND source.kind = 'publish_source'
  JOIN upload_parts master ON master.upload_id = j.upload_id AND master.kind = 'master'
  WHERE j.id = ?`;

const toJob = (jobId: number, leaseId: string, row: JobRow, watermark: WatermarkSettings) => ({
  jobId,
  leaseId,
  attempts: row.attempts,
  imageId: row.image_id,
  imageFileId: row.image_file_id,
  userId: row.user_id,
  uploadId: row.upload_id,
  filename: row.filename,
  isPublished: row.processing_status === 'completed',
  accountStatus: row.account_status,
  reservedBytes: row.reserved_bytes,
  sourceKey: row.source_key,
  publishKey: siblingKey(row.master_key, 'publish'),
  objectKeys: uploadKeys(row.master_key, row.source_key),
  watermark,
});

/**
 * Takes the lease of a job that is due, or whose last worker let its lease run out, and reads everything that the
 * work depends on: one round trip.
 */
export const claimJob = async (
  { db, clock, config }: Pick<Services, 'db' | 'clock' | 'config'>,
  jobId: number,
): Promise<Claim> => {
  const now = clock.now();
  const leaseId = newOpaqueId();
  const results = await db.batch([
    statement(
      `UPDATE publication_jobs
       SET status = 'running', attempts = attempts + 1, lease_id = ?, lease_expires_at = ?, updated_at = ?
       WHERE id = ? AND (status = 'queued' AND run_after <= ? OR status = 'running' AND lease_expires_at <= ?)`,
      leaseId,
      now + config.PUBLICATION_LEASE_MS,
      now,
      jobId,
      now,
      now,
    ),
    statement(
      `UPDATE images SET processing_status = 'processing', updated_at = ?
       WHERE processing_status = 'pending'
         AND id = (SELECT image_id FROM publication_jobs WHERE id = ? AND lease_id = ?)`,
      now,
      jobId,
      leaseId,
    ),
    statement(SELECT_JOB, jobId),
    selectSettings(WATERMARK_KEYS),
  ]);
  const row = results[2]?.rows[0] as JobRow | undefined;
  if (row?.lease_id === leaseId) {
    const watermark = settingsFrom(results[3]?.rows ?? [], WATERMARK_KEYS, config);
    return { outcome: 'claimed', job: toJob(jobId, leaseId, row, watermark) };
  }
  return row?.status === 'queued'
    ? { outcome: 'early', delayMs: row.run_after - now }
    : { outcome: 'not_ours' };
};
