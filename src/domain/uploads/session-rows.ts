import {
  statement,
  type Database,
  type SqlValue,
  type Statement,
  type StatementResult,
} from '../../db/database.ts';
import type { ImageRow } from '../../db/schema/images.ts';
import type { PartKind, UploadPartRow, UploadStatus } from '../../db/schema/uploads.ts';
import type { UserStatus } from '../actor.ts';

export interface SessionPart {
  readonly kind: PartKind;
  readonly status: UploadPartRow['status'];
  readonly objectKey: string;
  readonly size: number;
  readonly sha256: string;
  readonly width: number;
  readonly height: number;
}

/** An upload session with its parts (in the recipe's order), the image that it became, and what admission looks at. */
export interface SessionRecord {
  readonly uploadId: string;
  readonly status: UploadStatus;
  readonly manifestSha256: string;
  readonly filename: string;
  readonly visibility: ImageRow['visibility'];
  readonly uniqueLink: string;
  readonly expiresAt: number;
  readonly failureCode: number | null;
  readonly failureMessage: string | null;
  /** Set by `complete`; the image itself may have been deleted since. */
  readonly imageId: number | null;
  readonly processingStatus: ImageRow['processingStatus'] | null;
  readonly imageVisibility: ImageRow['visibility'] | null;
  readonly userStatus: UserStatus;
  /** Used and reserved bytes of the whole site. */
  readonly committedBytes: number;
  readonly parts: readonly SessionPart[];
}

const SELECT_SESSIONS = `
  SELECT s.upload_id AS uploadId, s.status, s.manifest_sha256 AS manifestSha256, s.filename, s.visibility,
    s.unique_link AS uniqueLink, s.expires_at AS expiresAt, s.image_id AS imageId,
    coalesce(s.failure_code, i.failure_code) AS failureCode,
    coalesce(s.failure_message, i.failure_message) AS failureMessage,
    i.processing_status AS processingStatus, i.visibility AS imageVisibility, u.status AS userStatus,
    (SELECT storage_used + storage_reserved FROM site_totals) AS committedBytes,
    (SELECT json_group_array(json_object('kind', kind, 'status', status, 'objectKey', object_key, 'size', size,
       'sha256', sha256, 'width', width, 'height', height)
       ORDER BY CASE kind WHEN 'master' THEN 1 WHEN 'gallery' THEN 2 WHEN 'admin' THEN 3 ELSE 4 END)
     FROM upload_parts p WHERE p.upload_id = s.upload_id) AS parts
  FROM upload_sessions s JOIN users u ON u.id = s.user_id LEFT JOIN images i ON i.id = s.image_id
  WHERE s.user_id = ?`;

/** Selects the user's sessions that fulfil a condition on `s`; `toRecords` reads its rows. */
const selectSessions = (userId: number, condition: string, ...values: SqlValue[]): Statement =>
  statement(`${SELECT_SESSIONS} AND ${condition}`, userId, ...values);

const toRecord = (row: Record<string, unknown>): SessionRecord => ({
  ...(row as unknown as SessionRecord),
  parts: JSON.parse(String(row['parts'])) as SessionPart[],
});

/** Selects one session of the user's, for the end of a batch that changes it; `readSelected` reads the result. */
export const selectSession = (userId: number, uploadId: string): Statement =>
  selectSessions(userId, 's.upload_id = ?', uploadId);

/** What `selectSession` found as the last statement of a batch; null when there is no such session. */
export const readSelected = (results: readonly StatementResult[]): SessionRecord | null => {
  const row = results.at(-1)?.rows[0];
  return row === undefined ? null : toRecord(row);
};

/** The user's own sessions among these ids, in no order. One round trip. */
export const findSessions = async (
  db: Database,
  userId: number,
  uploadIds: readonly string[],
): Promise<SessionRecord[]> => {
  const condition = 's.upload_id IN (SELECT value FROM json_each(?))';
  const select = selectSessions(userId, condition, JSON.stringify(uploadIds));
  return (await db.all<Record<string, unknown>>(select)).map(toRecord);
};

/** The user's session under this id; null when there is none. One round trip. */
export const findSession = async (
  db: Database,
  userId: number,
  uploadId: string,
): Promise<SessionRecord | null> => (await findSessions(db, userId, [uploadId]))[0] ?? null;

/** Selects the user's session under an idempotency key that was taken after `sinceMs`, for the end of a batch. */
export const selectSessionByKey = (
  userId: number,
  idempotencyKey: string,
  sinceMs: number,
): Statement =>
  selectSessions(userId, 's.idempotency_key = ? AND s.created_at > ?', idempotencyKey, sinceMs);
