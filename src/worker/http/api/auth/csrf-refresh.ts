import { z } from '@hono/zod-openapi';
import { answers, success } from '../../envelope.ts';
import { apiRoute } from '../../route.ts';
import { createRouter } from '../../router.ts';
import { setCsrfCookie } from '../../session-cookies.ts';

export const csrfRefreshRoute = createRouter().openapi(
  apiRoute({
    method: 'post',
    path: '/csrf/refresh',
    operationId: 'refreshCsrfToken',
    scope: 'own_page',
    tags: ['auth'],
    summary: 'Get a fresh CSRF cookie',
    description: 'For pages of this origin: `Origin` is required, `X-CSRF-Token` is not.',
    responses: answers(200, 'The cookie is set', z.null()),
  }),
  (c) => {
    setCsrfCookie(c, c.var.csrfToken);
    return c.json(success(null), 200);
  },
);
