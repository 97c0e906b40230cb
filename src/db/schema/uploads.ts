import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { PART_KINDS, type PartKind } from '../../lib/variants.ts';
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

export { PART_KINDS, type PartKind };
export type UploadStatus = (typeof UPLOAD_STATUSES)[number];

export const uploadSessions = sqliteTable('upload_sessions', {
  uploadId: text('upload_id').primaryKey(),
  userId: integer('user_id').notNull(),
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
  uniqueLink: text('unique_link').notNull(),
  imageId: integer('image_id'),
  reservedBytes: integer('reserved_bytes').notNull(),
  failureCode: integer('failure_code'),
  failureMessage: text('failure_message'),
  createdAt: integer('created_at').notNull(),
  expiresAt: integer('expires_at').notNull(),
  closedAt: integer('closed_at'),
  eraseDueAt: integer('erase_due_at'),
});

export const uploadParts = sqliteTable(
  'upload_parts',
  {
    uploadId: text('upload_id').notNull(),
    kind: text('kind', { enum: PART_KINDS }).notNull(),
    status: text('status', { enum: ['pending', 'uploaded'] }).notNull(),
    objectKey: text('object_key').notNull(),
    size: integer('size').notNull(),
    sha256: text('sha256').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    quality: integer('quality').notNull(),
    uploadedAt: integer('uploaded_at'),
  },
  (table) => [primaryKey({ columns: [table.uploadId, table.kind] })],
);

export type UploadPartRow = typeof uploadParts.$inferSelect;
