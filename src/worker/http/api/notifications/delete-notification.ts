import { z } from '@hono/zod-openapi';
import {
  clearNotifications,
  DELETE_NOTIFICATION_ERRORS,
  deleteNotification,
} from '../../../domain/notifications/delete-notification.ts';
import { answers, success } from '../../envelope.ts';
import { createRouter, refuseWith } from '../../router.ts';
import { apiRoute } from '../../route.ts';
import { NotificationIdParam } from './notification.ts';

export const deleteNotificationRoute = createRouter().openapi(
  apiRoute({
    method: 'delete',
    path: '/notifications/{id}',
    operationId: 'deleteNotification',
    scope: 'session',
    errors: DELETE_NOTIFICATION_ERRORS,
    tags: ['notifications'],
    summary: 'Delete one notification',
    description: 'A second time, it is unknown.',
    request: { params: NotificationIdParam },
    responses: answers(200, 'It is gone', z.null()),
  }),
  async (c) => {
    await deleteNotification(c.env.services, c.var.actor, c.req.valid('param').id);
    return c.json(success(null), 200);
  },
  refuseWith('invalid_id'),
);

const Cleared = z.object({ deleted: z.int() }).openapi('ClearedNotifications');

export const clearNotificationsRoute = createRouter().openapi(
  apiRoute({
    method: 'delete',
    path: '/notifications/clear',
    operationId: 'clearNotifications',
    scope: 'session',
    tags: ['notifications'],
    summary: 'Delete all notifications',
    description: 'Read ones and unread ones.',
    responses: answers(200, 'How many there were', Cleared),
  }),
  async (c) =>
    c.json(success({ deleted: await clearNotifications(c.env.services, c.var.actor) }), 200),
);
