import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * Which migrations ran, in which order, with which text. The Worker serves only when this is what it was built with.
 */
export const schemaHistory = sqliteTable('schema_history', {
  position: integer('position').primaryKey(),
  name: text('name').notNull().unique(),
  sha256: text('sha256').notNull(),
  appliedAt: integer('applied_at').notNull(),
});
