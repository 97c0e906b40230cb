import { createRoute } from '@hono/zod-openapi';
import { readOwnAccount } from '../../../domain/accounts/read-account.ts';
import { answers, success } from '../../envelope.ts';
import { requireSession } from '../../middleware/session.ts';
import { createRouter } from '../../router.ts';
import { SESSION_SECURITY } from '../security.ts';
import { toUserProfile, UserProfile } from './user.ts';

export const readProfileRoute = createRouter().openapi(
  createRoute({
    method: 'get',
    path: '/profile',
    tags: ['user'],
    summary: 'The own account and how full its quota is',
    security: SESSION_SECURITY,
    middleware: [requireSession] as const,
    responses: answers(200, 'The account', UserProfile),
  }),
  async (c) => {
    const account = await readOwnAccount(c.env.services, c.var.actor);
    return c.json(success(toUserProfile(account)), 200);
  },
);
