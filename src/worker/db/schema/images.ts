import { eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import {
  blob,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';
import { LEGACY_KINDS, VARIANT_KINDS } from '../../../shared/variants.ts';
import { users } from './accounts.ts';
import {
  checkColumn,
  checkEnum,
  checkNotNegative,
  checkPositive,
  checkSha256,
  inlineValues,
} from './conditions.ts';

export const VISIBILITIES = ['public', 'private'] as const;
export const PROCESSING_STATUSES = ['pending', 'processing', 'completed', 'failed'] as const;

export type Visibility = (typeof VISIBILITIES)[number];
export type ProcessingStatus = (typeof PROCESSING_STATUSES)[number];

/** The stored side of an image. `size` is the sum of its variants. */
export const imageFiles = sqliteTable(
  'image_files',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    size: integer('size').notNull(),
    createdAt: integer('created_at').notNull(),
    /** Prefix of the keys; null without packed variants. */
    storagePath: text('storage_path'),
    /** See domain/variants/packed-variants.ts. Written by `unhex`, read by `hex`. */
    variants: blob('variants'),
    /** See domain/variants/source-key.ts. */
    sourceKey: blob('source_key'),
  },
  (table) => [
    checkNotNegative(table.size),
    index('image_files_by_source').on(table.sourceKey).where(isNotNull(table.sourceKey)),
  ],
);

export const images = sqliteTable(
  'images',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    imageFileId: integer('image_file_id')
      .notNull()
      .unique()
      .references(() => imageFiles.id),
    uniqueLink: text('unique_link').notNull().unique(),
    /** '' when it follows from the filename. */
    title: text('title').notNull(),
    filename: text('filename').notNull(),
    description: text('description').notNull().default(''),
    altText: text('alt_text').notNull().default(''),
    visibility: text('visibility', { enum: VISIBILITIES }).notNull(),
    pipelineVersion: integer('pipeline_version').notNull(),
    processingStatus: text('processing_status', { enum: PROCESSING_STATUSES }).notNull(),
    failureCode: integer('failure_code'),
    failureMessage: text('failure_message'),
    viewCount: integer('view_count').notNull().default(0),
    /** Unused. The version before sorts by it; a later version drops it. */
    rankedViews: integer('ranked_views').notNull().default(0),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    /** Of `master`; of the original for pipeline 1. */
    fileSize: integer('file_size').notNull(),
    publishedAt: integer('published_at'),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    /** Base64, as D1 hands out a BLOB as a list of numbers. Null of images published before there was one. */
    thumbHash: text('thumb_hash'),
    /** In the substring index and in that of views; all images of an `indexed` library are. */
    isLarge: integer('is_large').notNull().default(0),
    // These and `title` are read and written by domain/texts/stored-texts.ts.
    titleKey: text('title_key').notNull().default(''),
    /** '' when it is the filename in lower case. */
    searchText: text('search_text').notNull().default(''),
    /** Local time of the camera, in milliseconds as if it were UTC. Null where nobody has said it. */
    takenAt: integer('taken_at'),
    /** An image without a date counts with its upload's. */
    datedAt: integer('dated_at')
      .notNull()
      .generatedAlwaysAs(sql`coalesce(taken_at, created_at)`, { mode: 'virtual' }),
    // See domain/texts/stored-taken.ts.
    camera: text('camera'),
    exposure: text('exposure'),
  },
  (table) => [
    checkEnum(table.visibility),
    checkColumn(table.pipelineVersion, inArray(table.pipelineVersion, [1, 2])),
    checkEnum(table.processingStatus),
    checkNotNegative(table.viewCount),
    checkPositive(table.width),
    checkPositive(table.height),
    checkNotNegative(table.fileSize),
    checkColumn(table.isLarge, inArray(table.isLarge, [0, 1])),
    // One index per sort. SQLite appends the id.
    index('images_by_created_at').on(table.userId, table.visibility, table.createdAt),
    index('images_by_view_count')
      .on(table.userId, table.visibility, table.viewCount)
      .where(inlineValues(eq(table.isLarge, 1))),
    index('images_by_file_size').on(table.userId, table.visibility, table.fileSize),
    index('images_by_title').on(table.userId, table.visibility, table.titleKey),
    index('images_by_dated_at').on(table.userId, table.visibility, table.datedAt),
    // The search finds a large library's cameras in it.
    index('images_by_camera')
      .on(table.userId, table.camera)
      .where(inlineValues(sql`${eq(table.isLarge, 1)} AND ${isNotNull(table.camera)}`)),
  ],
);

/** Instead of a suffix: the text has more positions than the index. */
export const LONG_TEXT = '\u001F';

/** The substring index of large libraries, kept by triggers (docs/operations.md). */
export const imageSuffixes = sqliteTable(
  'image_suffixes',
  {
    userId: integer('user_id').notNull(),
    /** 12 characters of the search text from one of its first 320 positions on, or LONG_TEXT. */
    suffix: text('suffix').notNull(),
    imageId: integer('image_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.suffix, table.imageId] })],
);

/** The old form of `image_files.variants`. The task `pack_variants` empties it; a later version drops it. */
export const imageVariants = sqliteTable(
  'image_variants',
  {
    imageFileId: integer('image_file_id')
      .notNull()
      .references(() => imageFiles.id),
    kind: text('kind', { enum: [...VARIANT_KINDS, ...LEGACY_KINDS] }).notNull(),
    objectKey: text('object_key').notNull().unique(),
    mimeType: text('mime_type').notNull(),
    size: integer('size').notNull(),
    sha256: text('sha256').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.imageFileId, table.kind] }),
    checkPositive(table.size),
    checkSha256(table.sha256),
    checkPositive(table.width),
    checkPositive(table.height),
  ],
);

/** The hash finds a token; the ciphertext shows it to the owner. A revoked token keeps its hash. */
export const imageTokens = sqliteTable(
  'image_tokens',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    imageId: integer('image_id')
      .notNull()
      .references(() => images.id, { onDelete: 'cascade' }),
    tokenHash: text('token_hash').notNull().unique(),
    ciphertext: text('ciphertext').notNull(),
    keyId: text('key_id').notNull(),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    revokedAt: integer('revoked_at'),
  },
  (table) => [
    uniqueIndex('image_tokens_active').on(table.imageId).where(isNull(table.revokedAt)),
    index('image_tokens_by_image').on(table.imageId),
  ],
);

/** The last flush of each view counter, so that a repeated flush adds nothing. */
export const viewFlushes = sqliteTable('view_flushes', {
  shard: text('shard').primaryKey(),
  flushNumber: integer('flush_number').notNull(),
});

export type ImageRow = typeof images.$inferSelect;
