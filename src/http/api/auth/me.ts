import { createRoute } from '@hono/zod-openapi';
import { readOwnAccount } from '../../../domain/accounts/read-account.ts';
import { answers, success } from '../../envelope.ts';
import { requireSession } from '../../middleware/session.ts';
import { createRouter } from '../../router.ts';
import { SESSION_SECURITY } from '../security.ts';
import { toUser, User } from '../user/user.ts';

export const meRoute = createRouter().openapi(
  createRoute({
    method: 'get',
    path: '/me',
    tags: ['auth'],
    summary: 'Who is signed in',
    security: SESSION_SECURITY,
    middleware: [requireSession] as const,
    responses: answers(200, 'The account', User),
  }),
  async (c) => c.json(success(toUser(await readOwnAccount(c.env.services, c.var.actor))), 200),
);
