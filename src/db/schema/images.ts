import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const VISIBILITIES = ['public', 'private'] as const;
export const PROCESSING_STATUSES = ['pending', 'processing', 'completed', 'failed'] as const;

export type Visibility = (typeof VISIBILITIES)[number];

export const imageFiles = sqliteTable('image_files', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  size: integer('size').notNull(),
  createdAt: integer('created_at').notNull(),
});

export const images = sqliteTable('images', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  userId: integer('user_id').notNull(),
  imageFileId: integer('image_file_id').notNull(),
  uniqueLink: text('unique_link').notNull(),
  title: text('title').notNull(),
  filename: text('filename').notNull(),
  description: text('description').notNull(),
  visibility: text('visibility', { enum: VISIBILITIES }).notNull(),
  pipelineVersion: integer('pipeline_version').notNull(),
  processingStatus: text('processing_status', { enum: PROCESSING_STATUSES }).notNull(),
  failureCode: integer('failure_code'),
  failureMessage: text('failure_message'),
  viewCount: integer('view_count').notNull(),
  width: integer('width').notNull(),
  height: integer('height').notNull(),
  fileSize: integer('file_size').notNull(),
  publishedAt: integer('published_at'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  // Both from `searchColumns` in src/domain/images/search-text.ts.
  titleKey: text('title_key').notNull().default(''),
  searchText: text('search_text').notNull().default(''),
});

export const imageVariants = sqliteTable(
  'image_variants',
  {
    imageFileId: integer('image_file_id').notNull(),
    kind: text('kind').notNull(),
    objectKey: text('object_key').notNull(),
    mimeType: text('mime_type').notNull(),
    size: integer('size').notNull(),
    sha256: text('sha256').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.imageFileId, table.kind] })],
);

export const imageTokens = sqliteTable('image_tokens', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  imageId: integer('image_id').notNull(),
  tokenHash: text('token_hash').notNull(),
  ciphertext: text('ciphertext').notNull(),
  keyId: text('key_id').notNull(),
  createdAt: integer('created_at').notNull(),
  expiresAt: integer('expires_at').notNull(),
  revokedAt: integer('revoked_at'),
});

export const uploadQueue = sqliteTable('upload_queue', {
  id: text('id').primaryKey(),
  userId: integer('user_id').notNull(),
  status: text('status', { enum: PROCESSING_STATUSES }).notNull(),
  imageId: integer('image_id'),
  failureCode: integer('failure_code'),
  failureMessage: text('failure_message'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
});

export const viewFlushes = sqliteTable('view_flushes', {
  shard: text('shard').primaryKey(),
  flushNumber: integer('flush_number').notNull(),
});

export type ImageRow = typeof images.$inferSelect;
