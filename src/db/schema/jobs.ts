import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const JOB_STATUSES = ['queued', 'running', 'done', 'failed'] as const;

export const publicationJobs = sqliteTable('publication_jobs', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  imageId: integer('image_id').notNull(),
  uploadId: text('upload_id').notNull(),
  status: text('status', { enum: JOB_STATUSES }).notNull(),
  attempts: integer('attempts').notNull().default(0),
  leaseId: text('lease_id'),
  leaseExpiresAt: integer('lease_expires_at'),
  runAfter: integer('run_after').notNull(),
  lastError: text('last_error'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
});

export const PROCESSING_EVENTS = ['queued', 'published', 'retried', 'failed'] as const;

export type ProcessingEvent = (typeof PROCESSING_EVENTS)[number];
export type JobStatus = (typeof JOB_STATUSES)[number];

export const processingEvents = sqliteTable('processing_events', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  imageId: integer('image_id').notNull(),
  event: text('event', { enum: PROCESSING_EVENTS }).notNull(),
  detail: text('detail'),
  createdAt: integer('created_at').notNull(),
});

export const OUTBOX_KINDS = ['purge', 'erase', 'account'] as const;
export type OutboxKind = (typeof OUTBOX_KINDS)[number];

export const outboxEvents = sqliteTable('outbox_events', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  kind: text('kind', { enum: OUTBOX_KINDS }).notNull(),
  payload: text('payload').notNull(),
  attempts: integer('attempts').notNull().default(0),
  availableAt: integer('available_at').notNull(),
  leaseId: text('lease_id'),
  leaseExpiresAt: integer('lease_expires_at'),
  lastError: text('last_error'),
  createdAt: integer('created_at').notNull(),
});

export const schemaHistory = sqliteTable('schema_history', {
  position: integer('position').primaryKey(),
  name: text('name').notNull(),
  sha256: text('sha256').notNull(),
  appliedAt: integer('applied_at').notNull(),
});
