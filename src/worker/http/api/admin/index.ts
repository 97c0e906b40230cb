import { createRouter } from '../../router.ts';
import { changeUserLimitsRoute } from './change-user-limits.ts';
import { changeConfigsRoute, listConfigsRoute } from './configs.ts';
import { cancelUserDeletionRoute, requestUserDeletionRoute } from './delete-user.ts';
import { findImagesByHashRoute } from './find-images-by-hash.ts';
import { hideImageRoute } from './hide-image.ts';
import {
  createInvitationRoute,
  listInvitationsRoute,
  withdrawInvitationRoute,
} from './invitations.ts';
import { listAuditRoute } from './list-audit.ts';
import { listAllImagesRoute } from './list-images.ts';
import { listUsersRoute } from './list-users.ts';
import { listOutboxRoute, retryOutboxRoute } from './outbox.ts';
import { listPublicationsRoute, retryPublicationRoute } from './publications.ts';
import { putWatermarkImageRoute } from './put-watermark-image.ts';
import { readDailyStatsRoute } from './read-daily-stats.ts';
import { readSystemStatsRoute } from './read-stats.ts';
import { resetUserPasswordRoute } from './reset-user-password.ts';
import { setUserStatusRoute } from './set-user-status.ts';

export const adminRoutes = createRouter();
for (const route of [
  listUsersRoute,
  setUserStatusRoute,
  requestUserDeletionRoute,
  cancelUserDeletionRoute,
  changeUserLimitsRoute,
  resetUserPasswordRoute,
  createInvitationRoute,
  listInvitationsRoute,
  withdrawInvitationRoute,
  readSystemStatsRoute,
  readDailyStatsRoute,
  listConfigsRoute,
  changeConfigsRoute,
  putWatermarkImageRoute,
  listPublicationsRoute,
  retryPublicationRoute,
  listOutboxRoute,
  retryOutboxRoute,
  listAuditRoute,
  listAllImagesRoute,
  findImagesByHashRoute,
  hideImageRoute,
]) {
  adminRoutes.route('/', route);
}
