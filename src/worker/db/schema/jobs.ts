import { index, integer, sqliteTable, text, unique } from 'drizzle-orm/sqlite-core';
import { JOB_KINDS, type JobKind } from '../../../shared/variants.ts';
import { checkEnum } from './conditions.ts';
import { images } from './images.ts';

/** `publish` makes an image visible; `avif` adds a format to a visible pipeline-1 image. */
export { JOB_KINDS, type JobKind };
export const JOB_STATUSES = ['queued', 'running', 'done', 'failed'] as const;
/** Earlier versions also recorded each `queued` and `published`; a task deletes those. */
export const PROCESSING_EVENTS = ['queued', 'published', 'retried', 'failed'] as const;

export type JobStatus = (typeof JOB_STATUSES)[number];
export type ProcessingEvent = Extract<(typeof PROCESSING_EVENTS)[number], 'retried' | 'failed'>;

/** Queue messages only point to these rows, and may be lost or doubled. */
export const publicationJobs = sqliteTable(
  'publication_jobs',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    imageId: integer('image_id')
      .notNull()
      .references(() => images.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: JOB_KINDS }).notNull().default('publish'),
    /** The upload of the image. A statement finds an upload's jobs by its image. */
    uploadId: text('upload_id').notNull(),
    status: text('status', { enum: JOB_STATUSES }).notNull(),
    attempts: integer('attempts').notNull().default(0),
    leaseId: text('lease_id'),
    leaseExpiresAt: integer('lease_expires_at'),
    /** Earliest time of the next attempt; the sweep sends overdue jobs again. */
    runAfter: integer('run_after').notNull(),
    lastError: text('last_error'),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (table) => [
    unique().on(table.imageId, table.kind),
    checkEnum(table.kind),
    checkEnum(table.status),
    index('publication_jobs_due').on(table.status, table.kind, table.runAfter),
  ],
);

/** What went wrong in an image's processing, written in the batch of each change. */
export const processingEvents = sqliteTable(
  'processing_events',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    imageId: integer('image_id')
      .notNull()
      .references(() => images.id, { onDelete: 'cascade' }),
    event: text('event', { enum: PROCESSING_EVENTS }).notNull(),
    detail: text('detail'),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [checkEnum(table.event), index('processing_events_by_image').on(table.imageId)],
);
