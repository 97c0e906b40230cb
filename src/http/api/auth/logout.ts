import { createRoute, z } from '@hono/zod-openapi';
import { closeSession } from '../../../domain/sessions/close-session.ts';
import { answers, success } from '../../envelope.ts';
import { requireSession } from '../../middleware/session.ts';
import { createRouter } from '../../router.ts';
import { clearCookies } from '../../session-cookies.ts';
import { SESSION_SECURITY } from '../security.ts';

export const logoutRoute = createRouter().openapi(
  createRoute({
    method: 'post',
    path: '/logout',
    tags: ['auth'],
    summary: 'End this session',
    security: SESSION_SECURITY,
    middleware: [requireSession] as const,
    responses: answers(200, 'The session is gone', z.null()),
  }),
  async (c) => {
    await closeSession(c.env.services, c.var.actor);
    clearCookies(c);
    return c.json(success(null), 200);
  },
);
