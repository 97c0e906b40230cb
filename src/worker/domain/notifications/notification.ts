import { NOTIFICATION_TYPES, type notifications } from '../../db/schema/notifications.ts';

export { NOTIFICATION_TYPES };

/** `metadata` is JSON text; `createdAt` is milliseconds since the epoch. */
export type Notification = typeof notifications.$inferSelect;
