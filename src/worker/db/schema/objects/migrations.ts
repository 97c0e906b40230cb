import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** The migrations that the storage of an object has had, in order. */
export const objectMigrations = sqliteTable('object_migrations', {
  position: integer('position').primaryKey(),
  name: text('name').notNull(),
});
