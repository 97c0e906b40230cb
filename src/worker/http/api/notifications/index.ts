import { createRouter } from '../../router.ts';
import { clearNotificationsRoute, deleteNotificationRoute } from './delete-notification.ts';
import { listNotificationsRoute } from './list-notifications.ts';
import { markAllReadRoute, markReadRoute } from './mark-read.ts';

/** What the service tells its users. Mounted at the API's root, for `/notifications/` ends with a slash. */
export const notificationRoutes = createRouter();
for (const route of [
  listNotificationsRoute,
  markAllReadRoute,
  markReadRoute,
  // Before the route of one: `clear` is no id.
  clearNotificationsRoute,
  deleteNotificationRoute,
]) {
  notificationRoutes.route('/', route);
}
