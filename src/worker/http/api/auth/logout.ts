import { z } from '@hono/zod-openapi';
import { closeSession } from '../../../domain/sessions/close-session.ts';
import { answers, success } from '../../envelope.ts';
import { createRouter } from '../../router.ts';
import { apiRoute } from '../../route.ts';
import { clearOwnCookies } from '../../session-cookies.ts';

export const logoutRoute = createRouter().openapi(
  apiRoute({
    method: 'post',
    path: '/logout',
    operationId: 'logout',
    scope: 'session',
    tags: ['auth'],
    summary: 'End this session',
    description:
      'Clears the cookies of a browser that is signed in by them; a bearer leaves them alone.',
    responses: answers(200, 'The session is gone', z.null()),
  }),
  async (c) => {
    await closeSession(c.env.services, c.var.actor);
    clearOwnCookies(c);
    return c.json(success(null), 200);
  },
);
