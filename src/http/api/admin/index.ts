import { createRouter } from '../../router.ts';
import { changeConfigsRoute, listConfigsRoute } from './configs.ts';
import { cancelUserDeletionRoute, requestUserDeletionRoute } from './delete-user.ts';
import { listUsersRoute } from './list-users.ts';
import { putWatermarkImageRoute } from './put-watermark-image.ts';
import { readStatsRoute } from './read-stats.ts';
import { setUserStatusRoute } from './set-user-status.ts';

/** What administrators do. */
export const admin = createRouter();
for (const route of [
  listUsersRoute,
  setUserStatusRoute,
  requestUserDeletionRoute,
  cancelUserDeletionRoute,
  readStatsRoute,
  listConfigsRoute,
  changeConfigsRoute,
  putWatermarkImageRoute,
]) {
  admin.route('/', route);
}
