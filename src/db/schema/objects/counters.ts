import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

// The storage of a counter shard's object (src/durable/counters).

/** The last batch taken from each isolate. */
export const isolates = sqliteTable('isolates', {
  isolateId: text('isolate_id').primaryKey(),
  sequence: integer('sequence').notNull(),
  seenAt: integer('seen_at').notNull(),
});

/** Batches that no flush has carried away yet. */
export const journal = sqliteTable('journal', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  views: text('views', { mode: 'json' })
    .$type<readonly (readonly [imageId: number, count: number])[]>()
    .notNull(),
  requests: text('requests', { mode: 'json' })
    .$type<readonly { route: string; status: number; count: number }[]>()
    .notNull(),
});

/** Requests counted by earlier flushes. */
export const requestTotals = sqliteTable(
  'requests',
  {
    route: text('route').notNull(),
    status: integer('status').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.route, table.status] })],
);

/** One row: the flush that is open or, when `lastEntry` is null, the last one that was finished. */
export const shardFlush = sqliteTable('flush', {
  number: integer('number').notNull(),
  lastEntry: integer('last_entry'),
  viewsFlushed: integer('views_flushed').notNull(),
});
