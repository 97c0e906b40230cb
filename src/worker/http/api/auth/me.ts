import { readOwnAccount } from '../../../domain/accounts/read-account.ts';
import { answers, success } from '../../envelope.ts';
import { createRouter } from '../../router.ts';
import { sessionRoute } from '../../route.ts';
import { toUser, User } from '../user/user.ts';

export const meRoute = createRouter().openapi(
  sessionRoute({
    method: 'get',
    path: '/me',
    operationId: 'readMe',
    tags: ['auth'],
    summary: 'Who is signed in',
    responses: answers(200, 'The account', User),
  }),
  async (c) => c.json(success(toUser(await readOwnAccount(c.env.services, c.var.actor))), 200),
);
