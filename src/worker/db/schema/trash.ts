import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { users } from './accounts.ts';
import { checkJson } from './conditions.ts';
import { imageFiles } from './images.ts';

/**
 * Images that their owners have thrown away. The row of `images` is gone, so that nothing else needs to know the trash; it
 * stands here as JSON, by the names of its columns, and so do its tokens, links, jobs and places in albums. The file and
 * its objects stay.
 */
export const trashedImages = sqliteTable(
  'trashed_images',
  {
    /** Of the image, before and after. */
    id: integer('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    imageFileId: integer('image_file_id')
      .notNull()
      .unique()
      .references(() => imageFiles.id),
    uniqueLink: text('unique_link').notNull().unique(),
    pipelineVersion: integer('pipeline_version').notNull(),
    trashedAt: integer('trashed_at').notNull(),
    /** From then on nobody can restore it, and the cron erases it. */
    eraseDueAt: integer('erase_due_at').notNull(),
    image: text('image').notNull(),
    imageTokens: text('image_tokens').notNull(),
    shareLinks: text('share_links').notNull(),
    /** Those of an AVIF that is still to be made. Their upload is kept for them. */
    publicationJobs: text('publication_jobs').notNull().default('[]'),
    albumImages: text('album_images').notNull().default('[]'),
  },
  (table) => [
    checkJson(table.image),
    checkJson(table.imageTokens),
    checkJson(table.shareLinks),
    checkJson(table.publicationJobs),
    checkJson(table.albumImages),
    index('trashed_images_by_user').on(table.userId, table.eraseDueAt),
    index('trashed_images_due').on(table.eraseDueAt),
  ],
);
