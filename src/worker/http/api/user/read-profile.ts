import { READ_OWN_ACCOUNT_ERRORS, readOwnAccount } from '../../../domain/accounts/read-account.ts';
import { answers, success } from '../../envelope.ts';
import { createRouter } from '../../router.ts';
import { apiRoute } from '../../route.ts';
import { toUserProfile, UserProfile } from './user.ts';

export const readProfileRoute = createRouter().openapi(
  apiRoute({
    method: 'get',
    path: '/profile',
    operationId: 'readProfile',
    scope: 'session',
    keyScope: 'read',
    errors: READ_OWN_ACCOUNT_ERRORS,
    tags: ['user'],
    summary: 'The own account and how full its quota is',
    description: 'What open uploads reserve of the quota is not in `storage_used`.',
    responses: answers(200, 'The account', UserProfile),
  }),
  async (c) => {
    const account = await readOwnAccount(c.env.services, c.var.actor);
    return c.json(success(toUserProfile(account)), 200);
  },
);
