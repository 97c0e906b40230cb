import { guard, statement, type Statement } from '../../db/database.ts';
import { sha256Hex, toHex } from '../../lib/bytes.ts';
import type { Services } from '../services.ts';
import { lastPartAt } from '../erasure/late-writers.ts';
import type { ClaimedJob } from './claim-job.ts';

/** How long the row of a finished job is kept for the metrics. */
const DONE_JOB_RETENTION_MS = 86_400_000;

export interface StoredPublish {
  readonly size: number;
  readonly sha256: string;
  readonly width: number;
  readonly height: number;
}

/**
 * Stores the rendered file under its key unless a worker before this one has. An object there is never replaced:
 * whoever commits describes the object that is there, so row and object cannot differ.
 */
export const storePublish = async (
  { objects }: Pick<Services, 'objects'>,
  key: string,
  rendered: {
    readonly bytes: Uint8Array<ArrayBuffer>;
    readonly width: number;
    readonly height: number;
  },
): Promise<StoredPublish> => {
  const { bytes, width, height } = rendered;
  const sha256 = await sha256Hex(bytes);
  const outcome = await objects.putNew(key, bytes, sha256);
  if (outcome === 'stored') return { size: bytes.byteLength, sha256, width, height };
  const present = outcome === 'exists' ? await objects.head(key) : null;
  if (present?.checksums.sha256 === undefined)
    throw new Error(`publish was not stored: ${outcome}`);
  return { size: present.size, sha256: toHex(present.checksums.sha256), width, height };
};

/** The variant's row, and the sums that change with it: what was reserved becomes what is used. */
const addVariant = (job: ClaimedJob, publish: StoredPublish, now: number): Statement[] => {
  const reserved = '(SELECT reserved_bytes FROM upload_sessions WHERE upload_id = ?)';
  return [
    statement(
      `INSERT INTO image_variants (image_file_id, kind, object_key, mime_type, size, sha256, width, height, created_at)
       VALUES (?, 'publish', ?, 'image/webp', ?, ?, ?, ?, ?)`,
      job.imageFileId,
      job.publishKey,
      publish.size,
      publish.sha256,
      publish.width,
      publish.height,
      now,
    ),
    statement('UPDATE image_files SET size = size + ? WHERE id = ?', publish.size, job.imageFileId),
    statement(
      `UPDATE users SET storage_used = storage_used + ?, storage_reserved = storage_reserved - ${reserved} WHERE id = ?`,
      publish.size,
      job.uploadId,
      job.userId,
    ),
    statement(
      `UPDATE site_totals SET storage_used = storage_used + ?, storage_reserved = storage_reserved - ${reserved}`,
      publish.size,
      job.uploadId,
    ),
  ];
};

/**
 * Makes the image published in one batch: variant, status, accounting, event. The reservation ends here.
 * @throws GuardError when the lease went to another worker or the account may no longer publish.
 */
export const commitPublication = async (
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  job: ClaimedJob,
  publish: StoredPublish,
): Promise<void> => {
  const now = clock.now();
  await db.batch([
    statement(
      `UPDATE publication_jobs SET updated_at = ?
       WHERE id = ? AND lease_id = ? AND EXISTS (SELECT 1 FROM users WHERE id = ? AND status = 'active')`,
      now,
      job.jobId,
      job.leaseId,
      job.userId,
    ),
    guard('lease_lost'),
    statement(
      `UPDATE images SET processing_status = 'completed', published_at = ?, updated_at = ?
       WHERE id = ? AND processing_status = 'processing'`,
      now,
      now,
      job.imageId,
    ),
    guard('image_changed'),
    ...addVariant(job, publish, now),
    statement(
      `UPDATE upload_sessions SET status = 'cleanup_pending', reserved_bytes = 0
       WHERE upload_id = ? AND status = 'processing'`,
      job.uploadId,
    ),
    guard('session_changed'),
    statement(
      "INSERT INTO processing_events (image_id, event, created_at) VALUES (?, 'published', ?)",
      job.imageId,
      now,
    ),
  ]);
};

/** Erases what only publication needed, then closes session and job. Safe to repeat; needs no lease. */
export const cleanUp = async (
  { db, clock, objects, config }: Pick<Services, 'db' | 'clock' | 'objects' | 'config'>,
  job: ClaimedJob,
): Promise<void> => {
  await objects.erase([job.sourceKey]);
  const now = clock.now();
  await db.batch([
    statement(
      // A part that was sent twice may still be on its way into staging: the sweep erases there once more.
      `UPDATE upload_sessions SET status = 'completed', closed_at = ?, erase_due_at = ?
       WHERE upload_id = ? AND status = 'cleanup_pending'`,
      now,
      lastPartAt(now, config),
      job.uploadId,
    ),
    statement(
      `UPDATE publication_jobs
       SET status = 'done', lease_id = NULL, lease_expires_at = NULL, last_error = NULL, run_after = ?, updated_at = ?
       WHERE id = ? AND status = 'running'`,
      now + DONE_JOB_RETENTION_MS,
      now,
      job.jobId,
    ),
  ]);
};
