import { createRouter } from '../../router.ts';
import { cancelUserDeletionRoute, requestUserDeletionRoute } from './delete-user.ts';
import { listUsersRoute } from './list-users.ts';
import { setUserStatusRoute } from './set-user-status.ts';

/** What administrators do. */
export const admin = createRouter();
for (const route of [
  listUsersRoute,
  setUserStatusRoute,
  requestUserDeletionRoute,
  cancelUserDeletionRoute,
]) {
  admin.route('/', route);
}
