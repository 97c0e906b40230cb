import { z } from '@hono/zod-openapi';
import { SET_STATUS_ERRORS, setStatus } from '../../../domain/accounts/set-status.ts';
import { answers, jsonContent, success } from '../../envelope.ts';
import { apiRoute } from '../../route.ts';
import { createRouter } from '../../router.ts';
import { runForAdministrator } from './run-for-administrator.ts';
import { IdParam } from './id-param.ts';

const StatusRequest = z
  .object({ status: z.enum(['active', 'suspended']) })
  .openapi('StatusRequest', { example: { status: 'suspended' } });

export const setUserStatusRoute = createRouter().openapi(
  apiRoute({
    method: 'patch',
    path: '/users/{id}/status',
    operationId: 'setUserStatus',
    scope: 'admin',
    errors: SET_STATUS_ERRORS,
    tags: ['admin'],
    summary: 'Suspend an account, or make it active again',
    description:
      'A suspended account’s sessions are refused from the answer on. The status that it already has is no error; one’s ' +
      'own account cannot be suspended.',
    request: {
      params: IdParam,
      body: { required: true, content: jsonContent(StatusRequest) },
    },
    responses: answers(200, 'The account has the status', z.null()),
  }),
  async (c) => {
    const { id: userId } = c.req.valid('param');
    const { status } = c.req.valid('json');
    await runForAdministrator(c, (services) =>
      setStatus(services, c.var.actor, { userId, status }),
    );
    return c.json(success(null), 200);
  },
);
