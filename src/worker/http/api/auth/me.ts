import { READ_OWN_ACCOUNT_ERRORS, readOwnAccount } from '../../../domain/accounts/read-account.ts';
import { answers, success } from '../../envelope.ts';
import { createRouter } from '../../router.ts';
import { apiRoute } from '../../route.ts';
import { toUser, User } from '../user/user.ts';

export const meRoute = createRouter().openapi(
  apiRoute({
    method: 'get',
    path: '/me',
    operationId: 'readMe',
    scope: 'session',
    keyScope: 'read',
    errors: READ_OWN_ACCOUNT_ERRORS,
    tags: ['auth'],
    summary: 'Who is signed in',
    description: 'The account of the session, as it is now.',
    responses: answers(200, 'The account', User),
  }),
  async (c) => c.json(success(toUser(await readOwnAccount(c.env.services, c.var.actor))), 200),
);
