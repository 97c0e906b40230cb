import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** SQLite's own: the highest id ever given, by table with AUTOINCREMENT. */
export const sqliteSequence = sqliteTable('sqlite_sequence', {
  table: text('name').notNull(),
  lastId: integer('seq').notNull(),
});
