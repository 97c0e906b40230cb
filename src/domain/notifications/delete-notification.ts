import { statement } from '../../db/database.ts';
import type { Actor } from '../actor.ts';
import { DomainError } from '../errors.ts';
import type { Services } from '../services.ts';

/** Deletes one of the actor's notifications. @throws {DomainError} notification_not_found when there is none, or it is another user's. */
export const deleteNotification = async (
  { db }: Pick<Services, 'db'>,
  { userId }: Pick<Actor, 'userId'>,
  notificationId: number,
): Promise<void> => {
  const [result] = await db.batch([
    statement('DELETE FROM notifications WHERE id = ? AND user_id = ?', notificationId, userId),
  ]);
  if (result?.changes !== 1) throw new DomainError('notification_not_found');
};

/** Deletes all of the actor's notifications; gives how many there were. */
export const clearNotifications = async (
  { db }: Pick<Services, 'db'>,
  { userId }: Pick<Actor, 'userId'>,
): Promise<number> => {
  const [result] = await db.batch([
    statement('DELETE FROM notifications WHERE user_id = ?', userId),
  ]);
  return result?.changes ?? 0;
};
