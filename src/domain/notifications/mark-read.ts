import { statement } from '../../db/database.ts';
import type { Actor } from '../actor.ts';
import { DomainError } from '../errors.ts';
import type { Services } from '../services.ts';
import { NOTIFICATION_COLUMNS, type Notification } from './notification.ts';

/**
 * Marks one of the actor's notifications read; one that is read already stays so.
 * @throws {DomainError} notification_not_found when there is none, or it is another user's.
 */
export const markRead = async (
  { db }: Pick<Services, 'db'>,
  { userId }: Pick<Actor, 'userId'>,
  notificationId: number,
): Promise<Notification> => {
  const [result] = await db.batch([
    statement(
      `UPDATE notifications SET is_read = 1 WHERE id = ? AND user_id = ? RETURNING ${NOTIFICATION_COLUMNS}`,
      notificationId,
      userId,
    ),
  ]);
  const row = result?.rows[0];
  if (row === undefined) throw new DomainError('notification_not_found');
  return row as unknown as Notification;
};

/** Marks all of the actor's notifications read; gives how many were not. */
export const markAllRead = async (
  { db }: Pick<Services, 'db'>,
  { userId }: Pick<Actor, 'userId'>,
): Promise<number> => {
  const [result] = await db.batch([
    statement('UPDATE notifications SET is_read = 1 WHERE user_id = ? AND is_read = 0', userId),
  ]);
  return result?.changes ?? 0;
};
