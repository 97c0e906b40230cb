import type { Config } from '../../config.ts';
import { guard, guardThat, statement, type SqlValue, type Statement } from '../../db/database.ts';
import type { PartKind } from '../../db/schema/uploads.ts';
import { newUniqueLink } from '../../lib/ids.ts';
import { stagingKey, variantKey } from '../../storage/keys.ts';
import type { UploadManifest } from './manifest.ts';
import { selectSession } from './session-rows.ts';

export interface NewSession {
  readonly uploadId: string;
  readonly userId: number;
  readonly idempotencyKey: string;
  readonly manifest: UploadManifest;
  readonly manifestSha256: string;
  readonly reservedBytes: number;
  /** Prefix of the keys that its variants get. */
  readonly storagePath: string;
  readonly now: number;
}

const objectKey = (
  { uploadId, storagePath }: NewSession,
  uniqueLink: string,
  kind: PartKind,
  { V2_STAGING_PATH }: Config,
): string =>
  kind === 'publish_source'
    ? stagingKey(V2_STAGING_PATH, uploadId)
    : variantKey(storagePath, uniqueLink, kind);

/** Nothing of the batch happens unless all of this holds at the moment it commits. */
const admissionGuards = (
  { userId, idempotencyKey, reservedBytes, now }: NewSession,
  config: Config,
): Statement[] => [
  statement(
    `UPDATE upload_sessions SET idempotency_key = NULL
     WHERE user_id = ? AND idempotency_key = ? AND created_at <= ?`,
    userId,
    idempotencyKey,
    now - config.UPLOAD_IDEMPOTENCY_TTL_MS,
  ),
  guardThat(
    'key_taken',
    'NOT EXISTS (SELECT 1 FROM upload_sessions WHERE user_id = ? AND idempotency_key = ?)',
    userId,
    idempotencyKey,
  ),
  guardThat('account_locked', "(SELECT status FROM users WHERE id = ?) = 'active'", userId),
  guardThat(
    'sessions_exhausted',
    `(SELECT count(*) FROM upload_sessions
      WHERE user_id = ? AND status IN ('initiated', 'uploading', 'processing')
        AND (status = 'processing' OR expires_at > ?)) < ?`,
    userId,
    now,
    config.UPLOAD_ACTIVE_SESSIONS_PER_USER,
  ),
  ...(config.STORAGE_CAPACITY_BYTES === null
    ? []
    : [
        guardThat(
          'storage_pressure',
          '(SELECT storage_used + storage_reserved FROM site_totals) + ? <= ?',
          reservedBytes,
          (config.STORAGE_CAPACITY_BYTES * config.STORAGE_SOFT_PRESSURE_PERCENT) / 100,
        ),
      ]),
  statement(
    `UPDATE users SET storage_reserved = storage_reserved + ?
     WHERE id = ? AND storage_used + storage_reserved + ? <= storage_quota`,
    reservedBytes,
    userId,
    reservedBytes,
  ),
  guard('quota_exceeded'),
  statement('UPDATE site_totals SET storage_reserved = storage_reserved + ?', reservedBytes),
];

const insertSession = (session: NewSession, uniqueLink: string, ttlMs: number): Statement => {
  const { manifest, now } = session;
  return statement(
    `INSERT INTO upload_sessions (upload_id, user_id, idempotency_key, manifest_sha256, status, filename, visibility,
       processor_version, recipe_version, source_mime_type, source_width, source_height, unique_link, reserved_bytes,
       created_at, expires_at)
     VALUES (?, ?, ?, ?, 'initiated', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    session.uploadId,
    session.userId,
    session.idempotencyKey,
    session.manifestSha256,
    manifest.filename,
    manifest.visibility,
    manifest.processor_version,
    manifest.recipe_version,
    manifest.source.mime_type,
    manifest.source.width,
    manifest.source.height,
    uniqueLink,
    session.reservedBytes,
    now,
    now + ttlMs,
  );
};

const insertParts = (session: NewSession, uniqueLink: string, config: Config): Statement => {
  const { uploadId, manifest } = session;
  const values = manifest.parts.flatMap(
    ({ kind, size, sha256, width, height, quality }): SqlValue[] => [
      uploadId,
      kind,
      objectKey(session, uniqueLink, kind, config),
      size,
      sha256,
      width,
      height,
      quality,
    ],
  );
  return statement(
    `INSERT INTO upload_parts (upload_id, kind, object_key, size, sha256, width, height, quality)
     VALUES ${manifest.parts.map(() => '(?, ?, ?, ?, ?, ?, ?, ?)').join(', ')}`,
    ...values,
  );
};

/**
 * The batch that creates a session: admission, reservation, the session and its parts under keys that stand from now
 * on. Its last statement selects the session. Guards: key_taken, account_locked, sessions_exhausted,
 * storage_pressure, quota_exceeded.
 */
export const reserveSession = (session: NewSession, config: Config): Statement[] => {
  const uniqueLink = newUniqueLink();
  return [
    ...admissionGuards(session, config),
    insertSession(session, uniqueLink, config.UPLOAD_SESSION_TTL_MS),
    insertParts(session, uniqueLink, config),
    selectSession(session.userId, session.uploadId),
  ];
};
