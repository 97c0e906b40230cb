import { and, count, desc, eq, lt } from 'drizzle-orm';
import { limitTo, query } from '../../db/query.ts';
import { notifications } from '../../db/schema/notifications.ts';
import { prepareAll, prepareOne, type Slots } from '../../db/statement.ts';
import { fromBase64, toBase64Url, utf8 } from '../../lib/bytes.ts';
import type { Actor } from '../actor.ts';
import { DomainError } from '../errors.ts';
import type { Services } from '../services.ts';
import type { Notification } from './notification.ts';

export interface NotificationQuery {
  /** '' starts with the newest. */
  readonly cursor: string;
  readonly limit: number;
  /** Whether only those count that are not read. */
  readonly unread: boolean;
}

export interface NotificationPage {
  readonly notifications: readonly Notification[];
  /** '' when no more follow. */
  readonly nextCursor: string;
  /** Of all notifications, not of this page. */
  readonly unreadCount: number;
}

const NEWEST = Number.MAX_SAFE_INTEGER;
const POSITION_PATTERN = /^[1-9]\d{0,15}$/u;

/**
 * Lists the actor's notifications, newest first, and counts the unread ones. One round trip.
 * @throws {DomainError} invalid_parameter for a cursor that is none.
 */
export async function listNotifications(
  { db }: Pick<Services, 'db'>,
  { userId }: Pick<Actor, 'userId'>,
  { cursor, limit, unread }: NotificationQuery,
): Promise<NotificationPage> {
  const selectPage = unread ? selectUnread : selectAll;
  const { rows, unreadCount } = await db.batch({
    rows: selectPage({ userId, before: readCursor(cursor), limit: limit + 1 }),
    unreadCount: countUnread({ userId }),
  });
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    notifications: page,
    nextCursor: last === undefined ? '' : toCursor(last.id),
    unreadCount: unreadCount.unread,
  };
}

function readCursor(cursor: string): number {
  if (cursor === '') return NEWEST;
  const position = new TextDecoder().decode(fromBase64(cursor) ?? undefined);
  if (!POSITION_PATTERN.test(position)) {
    throw new DomainError('invalid_parameter', { message: 'cursor: unknown' });
  }
  return Number(position);
}

/** The id alone: ids only rise, so a page stays where it is however many arrive or go. */
function toCursor(id: number): string {
  return toBase64Url(utf8(String(id)));
}

const selectAll = preparePage({ unreadOnly: false });
const selectUnread = preparePage({ unreadOnly: true });

function preparePage({ unreadOnly }: { unreadOnly: boolean }) {
  return prepareAll(
    ({ userId, before, limit }: Slots<{ userId: number; before: number; limit: number }>) =>
      query
        .select()
        .from(notifications)
        .where(
          and(
            eq(notifications.userId, userId),
            lt(notifications.id, before),
            unreadOnly ? eq(notifications.isRead, false) : undefined,
          ),
        )
        .orderBy(desc(notifications.id))
        .limit(limitTo(limit)),
  );
}

const countUnread = prepareOne(({ userId }: Slots<{ userId: number }>) =>
  query
    .select({ unread: count() })
    .from(notifications)
    .where(and(eq(notifications.userId, userId), eq(notifications.isRead, false))),
);
