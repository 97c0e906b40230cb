import type { OpenAPIHono } from '@hono/zod-openapi';
import { apiDocument } from './api-document.ts';
import { adminRoutes } from './api/admin/index.ts';
import { albumRoutes } from './api/albums/index.ts';
import { albumLinks } from './album-links.ts';
import { authRoutes } from './api/auth/index.ts';
import { deviceRoutes } from './api/devices/index.ts';
import { fileRoutes } from './api/files/index.ts';
import { imageRoutes } from './api/images/index.ts';
import { legacyRoutes } from './api/legacy/index.ts';
import { notificationRoutes } from './api/notifications/index.ts';
import { publicRoutes } from './api/public/index.ts';
import { shareRoutes } from './api/shares/index.ts';
import { trashRoutes } from './api/trash/index.ts';
import { uploadRoutes } from './api/uploads/index.ts';
import { userRoutes } from './api/user/index.ts';
import { captchaPage } from './captcha-page.ts';
import { deletePage } from './delete-page.ts';
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
import { oembed } from './oembed.ts';
import { operations } from './operations.ts';
import { createRouter } from './router.ts';
import { shareLinks } from './share-links.ts';

export function createApp(): OpenAPIHono<AppEnv> {
  const app = createRouter();
  app.onError(answerError);
  app.notFound(refuseUnrouted(app));

  app.use(countRequest, assignRequestId, drainBody);
  app.route('/', delivery);
  app.route('/', shareLinks);
  app.route('/', albumLinks);
  app.use(showMissingPage);
  app.route('/', consolePages);
  app.route('/', captchaPage);
  app.route('/', deletePage);

  app.use(setSecurityHeaders);
  app.route('/', operations);
  app.route('/', oembed);

  app.use('/api/v1/*', allowListedOrigins, requireReadiness);
  app.route('/api/v1/auth', authRoutes);
  app.route('/api/v1/auth', deviceRoutes);
  app.route('/api/v1/user', userRoutes);
  app.route('/api/v1/admin', adminRoutes);
  app.route('/api/v1', notificationRoutes);
  app.route('/api/v1', uploadRoutes);
  app.route('/api/v1', imageRoutes);
  app.route('/api/v1', shareRoutes);
  app.route('/api/v1', trashRoutes);
  app.route('/api/v1', albumRoutes);
  app.route('/api/v1', legacyRoutes);
  app.route('/api/v1', fileRoutes);
  app.route('/api/v1/public', publicRoutes);
  app.route('/api/v1', apiDocument);
  return app;
}
