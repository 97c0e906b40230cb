import { statement } from '../../db/database.ts';
import { uploadKeys } from '../../storage/keys.ts';
import type { Services } from '../services.ts';
import { closeSessions, lastEraseAt } from './close-sessions.ts';
import { EXPIRY_FAILURE } from './session-view.ts';

/**
 * What cancelled, abandoned and finished sessions leave behind. Every step deals with a bounded number of sessions,
 * may run twice or at the same time elsewhere, and gives how many it dealt with. Invariants:
 * - Only closed sessions lose objects, and no closed session opens again while it holds no reservation.
 * - A key that a variant has is never erased.
 */

type SweepServices = Pick<Services, 'db' | 'objects' | 'config' | 'clock'>;

/** Five keys each, so that one run erases in a call or two. */
const SESSIONS_PER_RUN = 200;
const ROWS_PER_RUN = 1000;

/** Long enough after its end for a client that lost its connection to read how a session ended. */
const CLOSED_ROW_RETENTION_MS = 86_400_000;

interface ClosedSession {
  readonly uploadId: string;
  readonly masterKey: string;
  readonly sourceKey: string;
  /** JSON array: the keys that belong to an image. */
  readonly variantKeys: string;
}

const SELECT_CLOSED = `
  SELECT s.upload_id AS uploadId, master.object_key AS masterKey, source.object_key AS sourceKey,
    (SELECT json_group_array(v.object_key) FROM images i JOIN image_variants v USING (image_file_id)
     WHERE i.unique_link = s.unique_link) AS variantKeys
  FROM upload_sessions s
  JOIN upload_parts master ON master.upload_id = s.upload_id AND master.kind = 'master'
  JOIN upload_parts source ON source.upload_id = s.upload_id AND source.kind = 'publish_source'
  WHERE s.status IN ('completed', 'failed', 'cancelled') AND s.reserved_bytes = 0`;

const erasableKeys = ({ masterKey, sourceKey, variantKeys }: ClosedSession): string[] => {
  const inUse = new Set(JSON.parse(variantKeys) as string[]);
  return uploadKeys(masterKey, sourceKey).filter((key) => !inUse.has(key));
};

const eraseSessions = async (
  { db, objects }: SweepServices,
  uploadIds: readonly string[],
): Promise<void> => {
  if (uploadIds.length === 0) return;
  const closed = await db.all<ClosedSession>(
    statement(
      `${SELECT_CLOSED} AND s.upload_id IN (SELECT value FROM json_each(?))`,
      JSON.stringify(uploadIds),
    ),
  );
  await objects.erase(closed.flatMap(erasableKeys));
};

const idsOf = (rows: readonly Record<string, unknown>[]): string[] =>
  rows.map((row) => String(row['upload_id']));

/** Fails the open sessions whose time is over, gives back their reservations and erases their objects. */
export const expireUploads = async (services: SweepServices): Promise<number> => {
  const { db, config, clock } = services;
  const now = clock.now();
  const overdue = await db.all<{ upload_id: string }>(
    statement(
      `SELECT upload_id FROM upload_sessions WHERE status IN ('initiated', 'uploading') AND expires_at <= ?
       ORDER BY expires_at LIMIT ?`,
      now,
      SESSIONS_PER_RUN,
    ),
  );
  if (overdue.length === 0) return 0;
  const results = await db.batch(
    closeSessions(
      { status: 'failed', failure: EXPIRY_FAILURE, now, eraseDueAt: lastEraseAt(now, config) },
      `s.upload_id IN (SELECT value FROM json_each(?))
       AND s.status IN ('initiated', 'uploading') AND s.expires_at <= ?`,
      JSON.stringify(idsOf(overdue)),
      now,
    ),
  );
  // Another clock may have let one of them complete in between: only those closed here are over.
  const closed = idsOf(results.at(-1)?.rows ?? []);
  await eraseSessions(services, closed);
  return closed.length;
};

/** Closes sessions in `cleanup_pending` that no publication job will come back to. */
export const finishUploads = async (services: SweepServices): Promise<number> => {
  const { db, config, clock } = services;
  const now = clock.now();
  const results = await db.batch(
    closeSessions(
      { status: 'completed', now, eraseDueAt: lastEraseAt(now, config) },
      `s.upload_id IN (
         SELECT c.upload_id FROM upload_sessions c WHERE c.status = 'cleanup_pending'
           AND NOT EXISTS (SELECT 1 FROM publication_jobs j
             WHERE j.upload_id = c.upload_id AND j.status IN ('queued', 'running'))
         ORDER BY c.created_at LIMIT ?)`,
      SESSIONS_PER_RUN,
    ),
  );
  const closed = idsOf(results.at(-1)?.rows ?? []);
  await eraseSessions(services, closed);
  return closed.length;
};

/** Erases, for the last time, what closed sessions may have left in the bucket. */
export const eraseClosedUploads = async (services: SweepServices): Promise<number> => {
  const { db, clock } = services;
  const now = clock.now();
  const due = await db.all<{ upload_id: string }>(
    statement(
      `SELECT upload_id FROM upload_sessions WHERE erase_due_at IS NOT NULL AND erase_due_at <= ?
       ORDER BY erase_due_at LIMIT ?`,
      now,
      SESSIONS_PER_RUN,
    ),
  );
  if (due.length === 0) return 0;
  const ids = idsOf(due);
  await eraseSessions(services, ids);
  await db.batch([
    statement(
      `UPDATE upload_sessions SET erase_due_at = NULL
       WHERE upload_id IN (SELECT value FROM json_each(?)) AND erase_due_at <= ?`,
      JSON.stringify(ids),
      now,
    ),
  ]);
  return ids.length;
};

/** Frees idempotency keys whose life is over and deletes the rows of sessions that nothing needs any more. */
export const forgetUploads = async ({ db, config, clock }: SweepServices): Promise<number> => {
  const now = clock.now();
  const [freed, deleted] = await db.batch([
    statement(
      `UPDATE upload_sessions SET idempotency_key = NULL WHERE upload_id IN (
         SELECT upload_id FROM upload_sessions WHERE idempotency_key IS NOT NULL AND created_at <= ?
         ORDER BY created_at LIMIT ?)`,
      now - config.UPLOAD_IDEMPOTENCY_TTL_MS,
      ROWS_PER_RUN,
    ),
    statement(
      `DELETE FROM upload_sessions WHERE upload_id IN (
         SELECT s.upload_id FROM upload_sessions s
         WHERE s.closed_at IS NOT NULL AND s.erase_due_at IS NULL AND s.closed_at <= ?
           AND s.status IN ('completed', 'failed', 'cancelled') AND s.reserved_bytes = 0
           AND s.idempotency_key IS NULL
           AND NOT EXISTS (SELECT 1 FROM publication_jobs j
             WHERE j.upload_id = s.upload_id AND j.status <> 'done')
         ORDER BY s.closed_at LIMIT ?)`,
      now - CLOSED_ROW_RETENTION_MS,
      ROWS_PER_RUN,
    ),
  ]);
  return (freed?.changes ?? 0) + (deleted?.changes ?? 0);
};
