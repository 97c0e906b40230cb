import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

// The storage of a counter shard's object (src/worker/durable/counters).

/** Batches from isolates, of the flush that is open and of the next one, each in the places of its turn. */
export const batches = sqliteTable(
  'batches',
  {
    /** Of the flush: its number is even or odd. */
    turn: integer('turn').notNull(),
    position: integer('position').notNull(),
    /** The flush that carries it away. A batch of an earlier one is done with: the next to come takes its place. */
    number: integer('number').notNull(),
    isolateId: text('isolate_id').notNull(),
    sequence: integer('sequence').notNull(),
    seenAt: integer('seen_at').notNull(),
    views: text('views', { mode: 'json' })
      .$type<readonly (readonly [imageId: number, count: number])[]>()
      .notNull(),
    requests: text('requests', { mode: 'json' })
      .$type<readonly { route: string; status: number; count: number }[]>()
      .notNull(),
  },
  (table) => [primaryKey({ columns: [table.turn, table.position] })],
);

/** One row, written when a flush begins and when it is finished. */
export const books = sqliteTable('books', {
  /** Of the last flush that began. */
  number: integer('number').notNull(),
  /** How many batches it holds; null when it is finished. */
  openBatches: integer('open_batches'),
  /** Images whose views it leaves out. */
  refused: text('refused', { mode: 'json' }).$type<readonly number[]>().notNull(),
  viewsFlushed: integer('views_flushed').notNull(),
  /** Requests counted by finished flushes. */
  requests: text('requests', { mode: 'json' })
    .$type<readonly { route: string; status: number; count: number }[]>()
    .notNull(),
  /** The last batch taken from each isolate before the flush began, unless it has a row; who was heard last comes last. */
  isolates: text('isolates', { mode: 'json' })
    .$type<readonly (readonly [isolateId: string, sequence: number, seenAt: number])[]>()
    .notNull(),
  /** The object that takes the sums of this one; null when they go to the database. */
  main: text('main'),
});

/** Isolates that the books have no room for, with the last batch taken from each. */
export const isolates = sqliteTable('isolates', {
  isolateId: text('isolate_id').primaryKey(),
  sequence: integer('sequence').notNull(),
  seenAt: integer('seen_at').notNull(),
});
