import { createRouter } from '../../router.ts';
import { changePasswordRoute } from './change-password.ts';
import { readArchiveRoute } from './read-archive.ts';
import { readProfileRoute } from './read-profile.ts';

export const userRoutes = createRouter();
for (const route of [readProfileRoute, readArchiveRoute, changePasswordRoute])
  userRoutes.route('/', route);
