import { NOTIFICATION_TYPES, type NotificationType } from '../../db/schema/notifications.ts';

export { NOTIFICATION_TYPES };

/** A notification as its row has it, under the names that the API speaks. */
export interface Notification {
  readonly id: number;
  readonly user_id: number;
  readonly type: NotificationType;
  readonly title: string;
  readonly message: string;
  /** JSON. */
  readonly metadata: string;
  readonly is_read: 0 | 1;
  /** Milliseconds since the epoch. */
  readonly created_at: number;
}

export const NOTIFICATION_COLUMNS =
  'id, user_id, type, title, message, metadata, is_read, created_at';
