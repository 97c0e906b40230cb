import { eq, inArray } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { users } from './accounts.ts';
import { checkColumn, checkEnum, checkJson, inlineValues } from './conditions.ts';

export const NOTIFICATION_TYPES = ['account', 'security', 'image', 'system'] as const;

export type NotificationType = (typeof NOTIFICATION_TYPES)[number];

export const notifications = sqliteTable(
  'notifications',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    type: text('type', { enum: NOTIFICATION_TYPES }).notNull(),
    title: text('title').notNull(),
    message: text('message').notNull(),
    metadata: text('metadata').notNull().default('{}'),
    isRead: integer('is_read', { mode: 'boolean' }).notNull().default(false),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    checkEnum(table.type),
    checkJson(table.metadata),
    checkColumn(table.isRead, inArray(table.isRead, [false, true])),
    index('notifications_by_user').on(table.userId, table.id),
    index('notifications_unread')
      .on(table.userId, table.id)
      .where(inlineValues(eq(table.isRead, false))),
  ],
);
