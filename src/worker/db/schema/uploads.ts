import { eq, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';
import { PART_KINDS, type PartKind } from '../../../shared/variants.ts';
import { users } from './accounts.ts';
import {
  checkEnum,
  checkJson,
  checkNotNegative,
  checkPositive,
  checkSha256,
  inlineValues,
} from './conditions.ts';
import { VISIBILITIES } from './images.ts';

export const UPLOAD_STATUSES = [
  'initiated',
  'uploading',
  'processing',
  'completed',
  'failed',
  'cancelled',
  'cleanup_pending',
] as const;
export const PART_STATUSES = ['pending', 'uploaded'] as const;

export { PART_KINDS, type PartKind };
export type UploadStatus = (typeof UPLOAD_STATUSES)[number];
export type PartStatus = (typeof PART_STATUSES)[number];

export const uploadSessions = sqliteTable(
  'upload_sessions',
  {
    uploadId: text('upload_id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** Null without one, or once another session has it. */
    idempotencyKey: text('idempotency_key'),
    manifestSha256: text('manifest_sha256').notNull(),
    status: text('status', { enum: UPLOAD_STATUSES }).notNull(),
    filename: text('filename').notNull(),
    visibility: text('visibility', { enum: VISIBILITIES }).notNull(),
    processorVersion: text('processor_version').notNull(),
    recipeVersion: text('recipe_version').notNull(),
    sourceMimeType: text('source_mime_type').notNull(),
    sourceWidth: integer('source_width').notNull(),
    sourceHeight: integer('source_height').notNull(),
    /** Fixed at creation, so parts are stored under their final keys. */
    uniqueLink: text('unique_link').notNull().unique(),
    /** Key of a pipeline-1 upload's file; null for pipeline 2, which has parts. */
    originalKey: text('original_key'),
    imageId: integer('image_id'),
    /** The session's share of its user's `storageReserved`. */
    reservedBytes: integer('reserved_bytes').notNull(),
    failureCode: integer('failure_code'),
    failureMessage: text('failure_message'),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    closedAt: integer('closed_at'),
    /** Next erasure of a closed session's objects; null when none can be left. */
    eraseDueAt: integer('erase_due_at'),
    // Both wait here for the image, which takes them over.
    /** Columns of `images`, as JSON (domain/uploads/waiting-taken.ts). */
    taken: text('taken'),
    /** Hexadecimal; of `image_files`. */
    sourceKey: text('source_key'),
  },
  (table) => [
    checkEnum(table.status),
    checkEnum(table.visibility),
    checkNotNegative(table.reservedBytes),
    checkJson(table.taken),
    uniqueIndex('upload_sessions_by_user').on(table.userId, table.idempotencyKey),
    // Without the status, whose changes would write it again: statements about active sessions say `closed_at IS NULL`.
    index('upload_sessions_unclosed').on(table.userId).where(isNull(table.closedAt)),
    // Only for counts: statements must state its condition to use it.
    index('upload_sessions_by_status')
      .on(table.status, table.createdAt)
      .where(inlineValues(ne(table.status, 'cleanup_pending'))),
    index('upload_sessions_by_image').on(table.imageId).where(isNotNull(table.imageId)),
    index('upload_sessions_by_expiry')
      .on(table.expiresAt)
      .where(inlineValues(inArray(table.status, ['initiated', 'uploading']))),
    index('upload_sessions_to_erase').on(table.eraseDueAt).where(isNotNull(table.eraseDueAt)),
    index('upload_sessions_in_cleanup')
      .on(table.createdAt)
      .where(inlineValues(eq(table.status, 'cleanup_pending'))),
    index('upload_sessions_closed')
      .on(table.closedAt)
      .where(sql`${isNotNull(table.closedAt)} AND ${isNull(table.eraseDueAt)}`),
  ],
);

export const uploadParts = sqliteTable(
  'upload_parts',
  {
    uploadId: text('upload_id')
      .notNull()
      .references(() => uploadSessions.uploadId, { onDelete: 'cascade' }),
    kind: text('kind', { enum: PART_KINDS }).notNull(),
    status: text('status', { enum: PART_STATUSES }).notNull().default('pending'),
    objectKey: text('object_key').notNull(),
    size: integer('size').notNull(),
    sha256: text('sha256').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    quality: integer('quality').notNull(),
    uploadedAt: integer('uploaded_at'),
  },
  (table) => [
    primaryKey({ columns: [table.uploadId, table.kind] }),
    checkEnum(table.kind),
    checkEnum(table.status),
    checkPositive(table.size),
    checkSha256(table.sha256),
    checkPositive(table.width),
    checkPositive(table.height),
  ],
);
