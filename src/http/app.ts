import type { OpenAPIHono } from '@hono/zod-openapi';
import { admin } from './api/admin/index.ts';
import { auth } from './api/auth/index.ts';
import { devices } from './api/devices/index.ts';
import { images } from './api/images/index.ts';
import { legacy } from './api/legacy/index.ts';
import { notifications } from './api/notifications/index.ts';
import { publicArea } from './api/public/index.ts';
import { uploads } from './api/uploads/index.ts';
import { user } from './api/user/index.ts';
import { challengePage } from './challenge-page.ts';
import { consolePages, showMissingPage } from './console-pages.ts';
import { delivery } from './delivery.ts';
import type { AppEnv } from './env.ts';
import { answerError } from './errors.ts';
import { refuseUnrouted } from './methods.ts';
import { allowListedOrigins } from './middleware/cors.ts';
import { countRequest } from './middleware/count-requests.ts';
import { drainBody } from './middleware/drain-body.ts';
import { requireReadiness } from './middleware/readiness.ts';
import { assignRequestId } from './middleware/request-id.ts';
import { setSecurityHeaders } from './middleware/security-headers.ts';
import { serveApiDocument } from './openapi.ts';
import { operations } from './operations.ts';
import { createRouter } from './router.ts';

/** The whole API: what every request passes, in order, then each area under its prefix. */
export function createApp(): OpenAPIHono<AppEnv> {
  const app = createRouter();
  app.onError(answerError);
  app.notFound(refuseUnrouted(app));

  app.use(countRequest, assignRequestId, drainBody);
  app.route('/', delivery);
  app.use(showMissingPage);
  app.route('/', consolePages);
  app.route('/', challengePage);

  app.use(setSecurityHeaders);
  app.route('/', operations);

  app.use('/api/v1/*', allowListedOrigins, requireReadiness);
  app.route('/api/v1/auth', auth);
  app.route('/api/v1/auth', devices);
  app.route('/api/v1/user', user);
  app.route('/api/v1/admin', admin);
  app.route('/api/v1', notifications);
  app.route('/api/v1', uploads);
  app.route('/api/v1', images);
  app.route('/api/v1', legacy);
  app.route('/api/v1/public', publicArea);
  serveApiDocument(app);
  return app;
}
