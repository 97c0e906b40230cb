import { and, eq } from 'drizzle-orm';
import { query } from '../../db/query.ts';
import { notifications } from '../../db/schema/notifications.ts';
import { prepareWrite, type Params } from '../../db/statement.ts';
import type { Actor } from '../actor.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import type { Services } from '../services.ts';

export const DELETE_NOTIFICATION_ERRORS = [
  'notification_not_found',
] as const satisfies readonly ErrorName[];

export async function deleteNotification(
  { db }: Pick<Services, 'db'>,
  { userId }: Pick<Actor, 'userId'>,
  notificationId: number,
): Promise<void> {
  const deleted = await db.run(deleteOne({ userId, notificationId }));
  if (deleted === 0) throw new DomainError('notification_not_found');
}

export function clearNotifications(
  { db }: Pick<Services, 'db'>,
  { userId }: Pick<Actor, 'userId'>,
): Promise<number> {
  return db.run(deleteAll({ userId }));
}

const deleteOne = prepareWrite((p: Params<{ userId: number; notificationId: number }>) =>
  query
    .delete(notifications)
    .where(and(eq(notifications.id, p.notificationId), eq(notifications.userId, p.userId))),
);

const deleteAll = prepareWrite((p: Params<{ userId: number }>) =>
  query.delete(notifications).where(eq(notifications.userId, p.userId)),
);
