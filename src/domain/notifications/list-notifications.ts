import { statement } from '../../db/database.ts';
import { fromBase64, toBase64Url, utf8 } from '../../lib/bytes.ts';
import type { Actor } from '../actor.ts';
import { DomainError } from '../errors.ts';
import type { Services } from '../services.ts';
import { NOTIFICATION_COLUMNS, type Notification } from './notification.ts';

export interface NotificationQuery {
  /** '' starts with the newest. */
  readonly cursor: string;
  readonly limit: number;
  readonly unread: boolean;
}

export interface NotificationPage {
  readonly notifications: readonly Notification[];
  /** '' when no more follow. */
  readonly nextCursor: string;
  readonly unreadCount: number;
}

const NEWEST = Number.MAX_SAFE_INTEGER;
const POSITION_PATTERN = /^[1-9]\d{0,15}$/u;

// The id alone: ids only rise, so a page stays where it is however many arrive or go.
const toCursor = (id: number): string => toBase64Url(utf8(String(id)));

const readCursor = (cursor: string): number => {
  if (cursor === '') return NEWEST;
  const position = new TextDecoder().decode(fromBase64(cursor) ?? undefined);
  if (!POSITION_PATTERN.test(position))
    throw new DomainError('invalid_parameter', { message: 'cursor: unknown' });
  return Number(position);
};

/**
 * The actor's notifications, newest first, and how many of all are unread. One round trip.
 * @throws {DomainError} invalid_parameter for a cursor that is none.
 */
export const listNotifications = async (
  { db }: Pick<Services, 'db'>,
  { userId }: Pick<Actor, 'userId'>,
  { cursor, limit, unread }: NotificationQuery,
): Promise<NotificationPage> => {
  const [page, count] = await db.batch([
    statement(
      `SELECT ${NOTIFICATION_COLUMNS} FROM notifications
       WHERE user_id = ? AND id < ?${unread ? ' AND is_read = 0' : ''} ORDER BY id DESC LIMIT ?`,
      userId,
      readCursor(cursor),
      limit + 1,
    ),
    statement(
      'SELECT count(*) AS unread FROM notifications WHERE user_id = ? AND is_read = 0',
      userId,
    ),
  ]);
  const rows = (page?.rows ?? []) as unknown as readonly Notification[];
  const notifications = rows.slice(0, limit);
  const last = rows.length > limit ? notifications.at(-1) : undefined;
  return {
    notifications,
    nextCursor: last === undefined ? '' : toCursor(last.id),
    unreadCount: Number(count?.rows[0]?.['unread']),
  };
};
