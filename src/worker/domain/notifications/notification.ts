import { NOTIFICATION_TYPES, type notifications } from '../../db/schema/notifications.ts';

export { NOTIFICATION_TYPES };

/** Something that a user was told. `metadata` is JSON text, `createdAt` milliseconds since the epoch. */
export type Notification = typeof notifications.$inferSelect;
