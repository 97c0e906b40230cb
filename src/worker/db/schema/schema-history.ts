import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Applied migrations with their order and checksums. The Worker serves only if they match its build. */
export const schemaHistory = sqliteTable('schema_history', {
  position: integer('position').primaryKey(),
  name: text('name').notNull().unique(),
  sha256: text('sha256').notNull(),
  appliedAt: integer('applied_at').notNull(),
});
