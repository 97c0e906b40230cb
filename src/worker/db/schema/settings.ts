import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const settings = sqliteTable('settings', {
  configKey: text('config_key').primaryKey(),
  configValue: text('config_value').notNull(),
  updatedBy: integer('updated_by'),
  updatedAt: integer('updated_at').notNull(),
});
