import { createRouter } from '../../router.ts';
import { createApiKeyRoute } from './api-keys/create-api-key.ts';
import { listApiKeysRoute } from './api-keys/list-api-keys.ts';
import { rotateApiKeyRoute } from './api-keys/rotate-api-key.ts';
import { withdrawApiKeyRoute } from './api-keys/withdraw-api-key.ts';
import { changePasswordRoute } from './change-password.ts';
import { changeSharingRoute } from './change-sharing.ts';
import { readArchiveRoute } from './read-archive.ts';
import { readProfileRoute } from './read-profile.ts';
import { readSharingRoute } from './read-sharing.ts';

export const userRoutes = createRouter();
for (const route of [
  readProfileRoute,
  readArchiveRoute,
  changePasswordRoute,
  createApiKeyRoute,
  listApiKeysRoute,
  rotateApiKeyRoute,
  withdrawApiKeyRoute,
  readSharingRoute,
  changeSharingRoute,
]) {
  userRoutes.route('/', route);
}
