import { guard, statement, type Statement } from '../../db/database.ts';
import { DomainError } from '../errors.ts';
import { searchColumns } from '../images/search-text.ts';
import { PIPELINE_VERSION } from './recipe.ts';
import { selectSession, type SessionRecord } from './session-rows.ts';

/** The parts that become variants as they are; `publish` follows from the fourth. */
const STORED_KINDS = "('master', 'gallery', 'admin')";
const IMAGE_OF_LINK = '(SELECT id FROM images WHERE unique_link = ?)';

/** A file's name without its extension; a name that is nothing else stays whole. */
export const titleOf = (filename: string): string => {
  const dot = filename.lastIndexOf('.');
  return dot > 0 ? filename.slice(0, dot) : filename;
};

const insertImage = (session: SessionRecord, userId: number, now: number): Statement => {
  const master = session.parts.find(({ kind }) => kind === 'master');
  if (master === undefined) throw new DomainError('internal_error');
  const { filename } = session;
  const title = titleOf(filename);
  const { titleKey, searchText } = searchColumns({ title, filename, description: '' });
  return statement(
    `INSERT INTO images (user_id, image_file_id, unique_link, title, filename, visibility, pipeline_version,
       processing_status, width, height, file_size, created_at, updated_at, title_key, search_text)
     VALUES (?, last_insert_rowid(), ?, ?, ?, ?, ?, 'pending', ?, ?, ?, ?, ?, ?, ?)`,
    userId,
    session.uniqueLink,
    title,
    filename,
    session.visibility,
    PIPELINE_VERSION,
    master.width,
    master.height,
    master.size,
    now,
    now,
    titleKey,
    searchText,
  );
};

const insertVariants = ({ uniqueLink, uploadId }: SessionRecord, now: number): Statement =>
  statement(
    `INSERT INTO image_variants (image_file_id, kind, object_key, mime_type, size, sha256, width, height, created_at)
     SELECT i.image_file_id, p.kind, p.object_key, 'image/webp', p.size, p.sha256, p.width, p.height, ?
     FROM upload_parts p, images i
     WHERE p.upload_id = ? AND p.kind IN ${STORED_KINDS} AND i.unique_link = ?`,
    now,
    uploadId,
    uniqueLink,
  );

/** The stored parts move from the reservation to what is used; the rest stays reserved until publication. */
const account = (session: SessionRecord, userId: number, storedBytes: number): Statement[] => [
  statement(
    `UPDATE users SET storage_used = storage_used + ?, storage_reserved = storage_reserved - ?,
       image_count = image_count + 1 WHERE id = ? AND status = 'active'`,
    storedBytes,
    storedBytes,
    userId,
  ),
  guard('account_locked'),
  statement(
    `UPDATE site_totals SET storage_used = storage_used + ?, storage_reserved = storage_reserved - ?,
       images = images + 1`,
    storedBytes,
    storedBytes,
  ),
  statement(
    `UPDATE upload_sessions SET reserved_bytes = reserved_bytes - ?, image_id = ${IMAGE_OF_LINK}
     WHERE upload_id = ?`,
    storedBytes,
    session.uniqueLink,
    session.uploadId,
  ),
];

const queueJob = ({ uniqueLink, uploadId }: SessionRecord, now: number): Statement[] => [
  statement(
    `INSERT INTO publication_jobs (image_id, upload_id, status, run_after, created_at, updated_at)
     VALUES (${IMAGE_OF_LINK}, ?, 'queued', ?, ?, ?) RETURNING id AS job_id`,
    uniqueLink,
    uploadId,
    now,
    now,
    now,
  ),
  statement(
    `INSERT INTO processing_events (image_id, event, created_at) VALUES (${IMAGE_OF_LINK}, 'queued', ?)`,
    uniqueLink,
    now,
  ),
];

/**
 * The batch that makes an image of a session: session, file, image, three variants, accounting, publication job
 * (its id comes back as `job_id`) and processing event. Its last statement selects the session. Guards: not_open when
 * the session has closed, expired or lacks a part; account_locked.
 */
export const commitImage = (session: SessionRecord, userId: number, now: number): Statement[] => {
  const stored = session.parts.filter(({ kind }) => kind !== 'publish_source');
  const storedBytes = stored.reduce((sum, { size }) => sum + size, 0);
  return [
    statement(
      `UPDATE upload_sessions AS s SET status = 'processing'
       WHERE upload_id = ? AND user_id = ? AND status IN ('initiated', 'uploading') AND expires_at > ?
         AND NOT EXISTS (SELECT 1 FROM upload_parts p
           WHERE p.upload_id = s.upload_id AND p.status <> 'uploaded')`,
      session.uploadId,
      userId,
      now,
    ),
    guard('not_open'),
    statement('INSERT INTO image_files (size, created_at) VALUES (?, ?)', storedBytes, now),
    insertImage(session, userId, now),
    insertVariants(session, now),
    ...account(session, userId, storedBytes),
    ...queueJob(session, now),
    selectSession(userId, session.uploadId),
  ];
};
