import { and, eq } from 'drizzle-orm';
import { query } from '../../db/query.ts';
import { notifications } from '../../db/schema/notifications.ts';
import { prepareFirst, prepareWrite, type Params } from '../../db/statement.ts';
import type { Actor } from '../actor.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import type { Services } from '../services.ts';
import type { Notification } from './notification.ts';

export const MARK_READ_ERRORS = ['notification_not_found'] as const satisfies readonly ErrorName[];

export async function markRead(
  { db }: Pick<Services, 'db'>,
  { userId }: Pick<Actor, 'userId'>,
  notificationId: number,
): Promise<Notification> {
  const notification = await db.run(updateOne({ userId, notificationId }));
  if (notification === null) throw new DomainError('notification_not_found');
  return notification;
}

export function markAllRead(
  { db }: Pick<Services, 'db'>,
  { userId }: Pick<Actor, 'userId'>,
): Promise<number> {
  return db.run(updateUnread({ userId }));
}

const updateOne = prepareFirst((p: Params<{ userId: number; notificationId: number }>) =>
  query
    .update(notifications)
    .set({ isRead: true })
    .where(and(eq(notifications.id, p.notificationId), eq(notifications.userId, p.userId)))
    .returning(),
);

const updateUnread = prepareWrite((p: Params<{ userId: number }>) =>
  query
    .update(notifications)
    .set({ isRead: true })
    .where(and(eq(notifications.userId, p.userId), eq(notifications.isRead, false))),
);
