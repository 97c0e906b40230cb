import { z } from '@hono/zod-openapi';
import { listUsers, SEARCHED_USERS } from '../../../domain/accounts/list-users.ts';
import { answers, success } from '../../envelope.ts';
import { createRouter } from '../../router.ts';
import { textMatching } from '../../text-matching.ts';
import { toUser, User } from '../user/user.ts';
import { adminRoute, runForAdministrator } from './admin-route.ts';

const PAGE_SIZE_MAX = 100;
const SEARCH_MAX_CHARACTERS = 100;

const UserQuery = z.object({
  page: textMatching(/^[1-9]\d{0,8}$/u, 'must be a positive integer')
    .transform(Number)
    .default(1)
    .openapi({ type: 'integer', minimum: 1, default: 1 }),
  page_size: textMatching(/^\d{1,3}$/u, 'must be an integer')
    .transform(Number)
    .pipe(z.int().min(1).max(PAGE_SIZE_MAX))
    .default(20)
    .openapi({ type: 'integer', minimum: 1, maximum: PAGE_SIZE_MAX, default: 20 }),
  search: z
    .string()
    .max(SEARCH_MAX_CHARACTERS)
    .default('')
    .openapi({
      description: `What user names or email addresses begin with, in any case; the first ${SEARCHED_USERS} of each are found`,
    }),
});

const UserPage = z
  .object({
    items: z.array(User),
    total: z.int().openapi({ description: 'Of all pages' }),
    page: z.int(),
  })
  .openapi('UserPage');

export const listUsersRoute = createRouter().openapi(
  adminRoute({
    method: 'get',
    path: '/users',
    operationId: 'listUsers',
    summary: 'All accounts by id',
    request: { query: UserQuery },
    responses: answers(200, 'A page of accounts', UserPage),
  }),
  async (c) => {
    const { page, page_size: pageSize, search } = c.req.valid('query');
    const { users, total } = await runForAdministrator(c, (services) =>
      listUsers(services, { page, pageSize, search }),
    );
    return c.json(success({ items: users.map(toUser), total, page }), 200);
  },
);
