import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { AnswerTimes } from '../../../lib/answer-times.ts';

// Storage of a counter shard (src/worker/durable/counters).

export interface RequestRow {
  readonly route: string;
  readonly status: number;
  readonly count: number;
  /** Absent in rows of earlier versions. */
  readonly times?: AnswerTimes;
}

/** The last batch of an isolate. */
export type HeardRow = readonly [isolateId: string, sequence: number, seenAt: number];

/** Batches from isolates for the open flush and the next one, those of even and odd flushes apart. */
export const batches = sqliteTable(
  'batches',
  {
    /** Parity of the flush's number. */
    parity: integer('turn').notNull(),
    position: integer('position').notNull(),
    /** The flush that includes the batch. Later batches overwrite those of an earlier flush. */
    number: integer('number').notNull(),
    views: text('views', { mode: 'json' })
      .$type<readonly (readonly [imageId: number, count: number])[]>()
      .notNull(),
    requests: text('requests', { mode: 'json' }).$type<readonly RequestRow[]>().notNull(),
    /** The isolates whose batches it has. */
    heard: text('heard', { mode: 'json' }).$type<readonly HeardRow[]>().notNull().default([]),
  },
  (table) => [primaryKey({ columns: [table.parity, table.position] })],
);

/** One row, written at the start and end of a flush. */
export const ledger = sqliteTable('books', {
  /** The last flush that began. */
  number: integer('number').notNull(),
  /** Batches in the open flush; null when it is finished. */
  openBatches: integer('open_batches'),
  /** Images whose views the flush omits. */
  refused: text('refused', { mode: 'json' }).$type<readonly number[]>().notNull(),
  viewsFlushed: integer('views_flushed').notNull(),
  /** Requests counted by finished flushes. */
  requests: text('requests', { mode: 'json' }).$type<readonly RequestRow[]>().notNull(),
  /** Last batch of each isolate before the flush, latest isolate last, unless the isolate has a row. */
  isolates: text('isolates', { mode: 'json' })
    .$type<readonly (readonly [isolateId: string, sequence: number, seenAt: number])[]>()
    .notNull(),
  main: text('main'),
  /** Images in a part of the last flush, at most. */
  partImages: integer('part_images').notNull().default(90_000),
});

/** Isolates that do not fit in the ledger. */
export const isolates = sqliteTable('isolates', {
  isolateId: text('isolate_id').primaryKey(),
  sequence: integer('sequence').notNull(),
  seenAt: integer('seen_at').notNull(),
});
