import { createRouter } from '../../router.ts';
import { clearNotificationsRoute, deleteNotificationRoute } from './delete-notification.ts';
import { listNotificationsRoute } from './list-notifications.ts';
import { markAllReadRoute, markReadRoute } from './mark-read.ts';

/** Mounted at the API's root, because `/notifications/` ends with a slash. */
export const notificationRoutes = createRouter();
for (const route of [
  listNotificationsRoute,
  markAllReadRoute,
  markReadRoute,
  // Before the route with an id: `clear` is none.
  clearNotificationsRoute,
  deleteNotificationRoute,
]) {
  notificationRoutes.route('/', route);
}
