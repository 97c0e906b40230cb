import { z } from '@hono/zod-openapi';
import { answers, success } from '../../envelope.ts';
import { requireSameOriginSession } from '../../middleware/session.ts';
import { sessionRoute } from '../../route.ts';
import { createRouter } from '../../router.ts';
import { setCsrfCookie } from '../../session-cookies.ts';

export const csrfRefreshRoute = createRouter().openapi(
  sessionRoute(
    {
      method: 'post',
      path: '/csrf/refresh',
      operationId: 'refreshCsrfToken',
      neverErrors: ['csrf_token_missing'],
      tags: ['auth'],
      summary: 'Get a fresh CSRF cookie',
      description: 'For pages of this origin: `Origin` is required, `X-CSRF-Token` is not.',
      responses: answers(200, 'The cookie is set', z.null()),
    },
    requireSameOriginSession,
    [{ cookieSession: [] }],
  ),
  (c) => {
    setCsrfCookie(c, c.var.csrfToken);
    return c.json(success(null), 200);
  },
);
