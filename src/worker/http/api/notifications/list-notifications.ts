import { z } from '@hono/zod-openapi';
import {
  LIST_NOTIFICATIONS_ERRORS,
  listNotifications,
} from '../../../domain/notifications/list-notifications.ts';
import { answers, success } from '../../envelope.ts';
import { createRouter } from '../../router.ts';
import { apiRoute } from '../../route.ts';
import { Notification, toNotification } from './notification.ts';

const NotificationQuery = z.object({
  cursor: z.string().max(64).default('').openapi({ description: '`next_cursor` of a page' }),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(100)
    .default(20)
    .openapi({ type: 'integer', minimum: 1, maximum: 100 }),
  unread: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true')
    .openapi({ description: 'Only those that are not read' }),
});

const NotificationPage = z
  .object({
    notifications: z.array(Notification),
    next_cursor: z.string().openapi({ description: 'Empty when no more follow' }),
    has_more: z.boolean(),
    unread_count: z.int().openapi({ description: 'Of all notifications, not of this page' }),
  })
  .openapi('NotificationPage');

export const listNotificationsRoute = createRouter().openapi(
  apiRoute({
    method: 'get',
    path: '/notifications/',
    operationId: 'listNotifications',
    scope: 'session',
    errors: LIST_NOTIFICATIONS_ERRORS,
    tags: ['notifications'],
    summary: 'The own notifications, newest first',
    description: 'A page at a time. Pages stay in place while notifications arrive.',
    request: { query: NotificationQuery },
    responses: answers(200, 'A page', NotificationPage),
  }),
  async (c) => {
    const query = c.req.valid('query');
    const page = await listNotifications(c.env.services, c.var.actor, query);
    return c.json(
      success({
        notifications: page.rows.map(toNotification),
        next_cursor: page.nextCursor,
        has_more: page.nextCursor !== '',
        unread_count: page.unreadCount,
      }),
      200,
    );
  },
);
