import { isNotNull } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { checkJson } from './conditions.ts';

export const auditLog = sqliteTable(
  'audit_log',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    actorId: integer('actor_id'),
    action: text('action').notNull(),
    subject: text('subject').notNull(),
    detail: text('detail').notNull().default('{}'),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    checkJson(table.detail),
    index('audit_log_by_actor').on(table.actorId).where(isNotNull(table.actorId)),
    index('audit_log_by_subject').on(table.subject),
  ],
);
