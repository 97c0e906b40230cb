import { z } from '@hono/zod-openapi';
import { findUsers } from '../../../domain/accounts/find-users.ts';
import { listUsers, USER_SORTS } from '../../../domain/accounts/list-users.ts';
import { answers, success } from '../../envelope.ts';
import { apiRoute } from '../../route.ts';
import { createRouter } from '../../router.ts';
import { textMatching } from '../../text-matching.ts';
import { PageLimit } from '../../page-limit.ts';
import { USER_STATUSES } from '../user/user.ts';
import { ManagedUser, toManagedUser } from './managed-user.ts';
import { runForAdministrator } from './run-for-administrator.ts';

const SEARCH_MAX_CHARACTERS = 100;
const IDS_MAX = 100;

const UserQuery = z.object({
  page: textMatching(/^[1-9]\d{0,8}$/u, 'must be a positive integer')
    .transform(Number)
    .default(1)
    .openapi({ type: 'integer', minimum: 1, maximum: 999_999_999, default: 1 }),
  page_size: PageLimit,
  search: z
    .string()
    .max(SEARCH_MAX_CHARACTERS)
    .default('')
    .openapi({ description: 'A part of a username or an email address, in any case' }),
  status: z
    .enum(['', ...USER_STATUSES])
    .default('')
    .openapi({ description: 'Empty for accounts of any status' }),
  sort: z.enum(USER_SORTS).default('id').openapi({
    description:
      '`newest` has the last account first, `storage` the fullest, `last_seen` the last visitor',
  }),
  ids: textMatching(/^[1-9]\d{0,15}(,[1-9]\d{0,15}){0,99}$/u, `must be up to ${IDS_MAX} ids`)
    .transform((text) => text.split(',').map(Number))
    .optional()
    .openapi({
      type: 'string',
      maxLength: 17 * IDS_MAX - 1,
      description: `Up to ${IDS_MAX} ids with commas between them: these accounts alone, on one page`,
      example: '1,7',
    }),
});

const UserPage = z
  .object({
    items: z.array(ManagedUser),
    total: z.int().openapi({ description: 'Of all pages' }),
    page: z.int(),
  })
  .openapi('UserPage');

export const listUsersRoute = createRouter().openapi(
  apiRoute({
    method: 'get',
    path: '/users',
    operationId: 'listUsers',
    scope: 'admin',
    tags: ['admin'],
    summary: 'All accounts',
    description:
      '`search` and `status` narrow the list. With `ids`, the other parameters do not count.',
    request: { query: UserQuery },
    responses: answers(200, 'A page of accounts', UserPage),
  }),
  async (c) => {
    const { page_size: pageSize, ids, ...query } = c.req.valid('query');
    if (ids !== undefined) {
      const found = await runForAdministrator(c, (services) => findUsers(services, ids));
      return c.json(
        success({ items: found.map(toManagedUser), total: found.length, page: 1 }),
        200,
      );
    }
    const { users, total } = await runForAdministrator(c, (services) =>
      listUsers(services, { ...query, pageSize }),
    );
    return c.json(success({ items: users.map(toManagedUser), total, page: query.page }), 200);
  },
);
