import { and, count, desc, eq, lt } from 'drizzle-orm';
import { limitTo, query } from '../../db/query.ts';
import { notifications } from '../../db/schema/notifications.ts';
import { prepareAll, prepareOne, type Params } from '../../db/statement.ts';
import type { Actor } from '../actor.ts';
import { READ_CURSOR_ERRORS, readCursor, takePage, type ListPage } from '../list-page.ts';
import type { Services } from '../services.ts';
import type { Notification } from './notification.ts';

export interface NotificationQuery {
  readonly cursor: string;
  readonly limit: number;
  readonly unread: boolean;
}

export interface NotificationPage extends ListPage<Notification> {
  /** Of all pages. */
  readonly unreadCount: number;
}

export const LIST_NOTIFICATIONS_ERRORS = READ_CURSOR_ERRORS;

export async function listNotifications(
  { db }: Pick<Services, 'db'>,
  { userId }: Pick<Actor, 'userId'>,
  { cursor, limit, unread }: NotificationQuery,
): Promise<NotificationPage> {
  const selectPage = unread ? selectUnread : selectAll;
  // Ids only rise, so new or deleted notifications do not shift a page.
  const [before] = readCursor<[number]>(cursor, [Number.MAX_SAFE_INTEGER]);
  const { rows, unreadCount } = await db.batch({
    rows: selectPage({ userId, before, limit: limit + 1 }),
    unreadCount: countUnread({ userId }),
  });
  const page = takePage(rows, limit, ({ id }) => [id]);
  return { ...page, unreadCount: unreadCount.unread };
}

const selectAll = preparePage({ unreadOnly: false });
const selectUnread = preparePage({ unreadOnly: true });

function preparePage({ unreadOnly }: { unreadOnly: boolean }) {
  return prepareAll((p: Params<{ userId: number; before: number; limit: number }>) =>
    query
      .select()
      .from(notifications)
      .where(
        and(
          eq(notifications.userId, p.userId),
          lt(notifications.id, p.before),
          unreadOnly ? eq(notifications.isRead, false) : undefined,
        ),
      )
      .orderBy(desc(notifications.id))
      .limit(limitTo(p.limit)),
  );
}

const countUnread = prepareOne((p: Params<{ userId: number }>) =>
  query
    .select({ unread: count() })
    .from(notifications)
    .where(and(eq(notifications.userId, p.userId), eq(notifications.isRead, false))),
);
