import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const objectMigrations = sqliteTable('object_migrations', {
  position: integer('position').primaryKey(),
  name: text('name').notNull(),
});
