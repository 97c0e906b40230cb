import { z } from '@hono/zod-openapi';
import {
  MARK_READ_ERRORS,
  markAllRead,
  markRead,
} from '../../../domain/notifications/mark-read.ts';
import { answers, success } from '../../envelope.ts';
import { createRouter, refuseWith } from '../../router.ts';
import { apiRoute } from '../../route.ts';
import { Notification, NotificationIdParam, toNotification } from './notification.ts';

export const markReadRoute = createRouter().openapi(
  apiRoute({
    method: 'patch',
    path: '/notifications/{id}/read',
    operationId: 'markNotificationRead',
    scope: 'session',
    errors: MARK_READ_ERRORS,
    tags: ['notifications'],
    summary: 'Mark one notification read',
    description: 'A second time changes nothing.',
    request: { params: NotificationIdParam },
    responses: answers(200, 'The notification', Notification),
  }),
  async (c) => {
    const { id } = c.req.valid('param');
    const notification = await markRead(c.env.services, c.var.actor, id);
    return c.json(success(toNotification(notification)), 200);
  },
  refuseWith('invalid_id'),
);

const MarkedRead = z.object({ updated: z.int() }).openapi('MarkedNotifications');

export const markAllReadRoute = createRouter().openapi(
  apiRoute({
    method: 'patch',
    path: '/notifications/batch-read',
    operationId: 'markAllNotificationsRead',
    scope: 'session',
    tags: ['notifications'],
    summary: 'Mark all notifications read',
    description: 'Those that arrive meanwhile may stay unread.',
    responses: answers(200, 'How many were unread', MarkedRead),
  }),
  async (c) => c.json(success({ updated: await markAllRead(c.env.services, c.var.actor) }), 200),
);
