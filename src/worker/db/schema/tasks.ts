import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Conversions of rows to a new form, which the cron continues (docs/architecture.md). Migrations insert the rows. */
export const tasks = sqliteTable('tasks', {
  name: text('name').primaryKey(),
  /** Of the next chunk; its meaning is the task's. */
  position: integer('position').notNull().default(0),
  /** Null until no row of the old form is left. */
  doneAt: integer('done_at'),
});
