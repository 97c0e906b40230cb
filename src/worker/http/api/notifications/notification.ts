import { z } from '@hono/zod-openapi';
import {
  NOTIFICATION_TYPES,
  type Notification as NotificationRecord,
} from '../../../domain/notifications/notification.ts';
import { toTimestamp } from '../../../../shared/clock.ts';
import { textMatching } from '../../text-matching.ts';

export const Notification = z
  .object({
    id: z.int(),
    user_id: z.int(),
    type: z.enum(NOTIFICATION_TYPES),
    title: z.string(),
    message: z.string(),
    is_read: z.boolean(),
    metadata: z.string().openapi({ description: 'JSON', example: '{"image_id":7}' }),
    created_at: z.iso.datetime(),
  })
  .openapi('UserNotification');

/** Other text is an invalid_id (see `refuseWith`). */
export const NotificationIdParam = z.object({
  id: textMatching(/^[1-9]\d{0,15}$/u, 'must be a positive integer')
    .transform(Number)
    .openapi({ type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER, example: 1 }),
});

export function toNotification({
  id,
  userId,
  type,
  title,
  message,
  metadata,
  isRead,
  createdAt,
}: NotificationRecord): z.infer<typeof Notification> {
  return {
    id,
    user_id: userId,
    type,
    title,
    message,
    metadata,
    is_read: isRead,
    created_at: toTimestamp(createdAt),
  };
}
