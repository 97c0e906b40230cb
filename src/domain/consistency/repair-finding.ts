import { statement, type Statement } from '../../db/database.ts';
import { recordEvent } from '../outbox/events.ts';
import { SITE_COUNTS, USER_COUNTS } from './check-accounts.ts';
import type { ConsistencyServices, Repair } from './finding.ts';

const assign = (counts: Record<string, string>): string =>
  Object.entries(counts)
    .map(([name, sql]) => `${name} = ${sql}`)
    .join(', ');

const recountSite = (): Statement => statement(`UPDATE site_totals SET ${assign(SITE_COUNTS)}`);

const recountUser = (userId: number): Statement =>
  statement(`UPDATE users AS u SET ${assign(USER_COUNTS)} WHERE u.id = ?`, userId);

/** Takes the rows of a file without an image away and promises to erase its objects. */
const removeFile = async ({ db, clock }: ConsistencyServices, id: number): Promise<Statement[]> => {
  const unowned = 'NOT EXISTS (SELECT 1 FROM images WHERE image_file_id = ?1)';
  const variants = await db.all<{ object_key: string }>(
    statement(`SELECT object_key FROM image_variants WHERE image_file_id = ?1 AND ${unowned}`, id),
  );
  const keys = variants.map(({ object_key }) => object_key);
  return [
    statement(`DELETE FROM image_variants WHERE image_file_id = ?1 AND ${unowned}`, id),
    statement(`DELETE FROM image_files WHERE id = ?1 AND ${unowned}`, id),
    recordEvent('erase', { keys }, clock.now()),
    recountSite(),
  ];
};

const statementsFor = async (
  services: ConsistencyServices,
  repair: Exclude<Repair, { action: 'erase_object' }>,
): Promise<Statement[]> => {
  const now = services.clock.now();
  switch (repair.action) {
    case 'await_part':
      return [
        statement(
          `UPDATE upload_parts SET status = 'pending', uploaded_at = NULL WHERE upload_id = ?1 AND kind = ?2
           AND EXISTS (SELECT 1 FROM upload_sessions WHERE upload_id = ?1 AND status IN ('initiated', 'uploading'))`,
          repair.uploadId,
          repair.kind,
        ),
      ];
    case 'recount_user':
      return [recountUser(repair.userId)];
    case 'recount_file':
      return [
        statement(
          `UPDATE image_files AS f SET size =
             (SELECT coalesce(sum(size), 0) FROM image_variants WHERE image_file_id = f.id) WHERE f.id = ?`,
          repair.imageFileId,
        ),
      ];
    case 'recount_site':
      return [recountSite()];
    case 'remove_file':
      return removeFile(services, repair.imageFileId);
    case 'release_session':
      return [
        statement(
          `UPDATE upload_sessions SET reserved_bytes = 0
           WHERE upload_id = ? AND status IN ('completed', 'cancelled')`,
          repair.uploadId,
        ),
        statement(
          `UPDATE users AS u SET ${assign(USER_COUNTS)}
           WHERE u.id = (SELECT user_id FROM upload_sessions WHERE upload_id = ?)`,
          repair.uploadId,
        ),
        recountSite(),
      ];
    case 'requeue_image':
      return [
        statement(
          `INSERT INTO publication_jobs (image_id, upload_id, status, run_after, created_at, updated_at)
           SELECT image_id, upload_id, 'queued', ?2, ?2, ?2 FROM upload_sessions
           WHERE image_id = ?1 AND status = 'processing'
           ON CONFLICT (image_id) DO UPDATE SET status = 'queued', attempts = 0, run_after = ?2,
             lease_id = NULL, lease_expires_at = NULL, updated_at = ?2
             WHERE status NOT IN ('queued', 'running')`,
          repair.imageId,
          now,
        ),
      ];
  }
};

/** Mends one finding. Each repair recomputes from what is there, so that it may run twice and beside anything. */
export const repairFinding = async (
  services: ConsistencyServices,
  repair: Repair,
): Promise<void> => {
  if (repair.action === 'erase_object') await services.objects.erase([repair.key]);
  else await services.db.batch(await statementsFor(services, repair));
};
