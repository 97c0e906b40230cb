import { createRouter } from '../../router.ts';
import { bootstrapRoute } from './bootstrap.ts';
import { deviceLoginRoute } from './device-login.ts';
import { heartbeatRoute } from './heartbeat.ts';
import { endIdentityRoute, listIdentitiesRoute } from './identities.ts';
import { endSessionRoute, listSessionsRoute } from './sessions.ts';
import { shutdownRoute } from './shutdown.ts';

export const deviceRoutes = createRouter();
for (const route of [
  deviceLoginRoute,
  bootstrapRoute,
  heartbeatRoute,
  shutdownRoute,
  listIdentitiesRoute,
  endIdentityRoute,
  listSessionsRoute,
  endSessionRoute,
]) {
  deviceRoutes.route('/', route);
}
