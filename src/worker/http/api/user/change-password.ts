import { z } from '@hono/zod-openapi';
import {
  CHANGE_PASSWORD_ERRORS,
  changePassword,
} from '../../../domain/accounts/change-password.ts';
import { NewPassword } from '../credentials.ts';
import { answers, jsonContent, success } from '../../envelope.ts';
import { createRouter } from '../../router.ts';
import { apiRoute } from '../../route.ts';
import { clearOwnCookies } from '../../session-cookies.ts';
import { readClientAddress } from '../../read-client-address.ts';

// The rules of registration do not apply to the old password: an impossible one is a wrong one.
const PasswordRequest = z
  .object({ old_password: z.string().min(1).max(1024), new_password: NewPassword })
  .openapi('PasswordRequest', {
    example: { old_password: 'correct horse', new_password: 'battery staple' },
  });

export const changePasswordRoute = createRouter().openapi(
  apiRoute({
    method: 'patch',
    path: '/password',
    operationId: 'changePassword',
    scope: 'session',
    errors: CHANGE_PASSWORD_ERRORS,
    tags: ['user'],
    summary: 'Set a new password',
    description: 'All sessions of the account end, this one too. API keys stay.',
    request: { body: { required: true, content: jsonContent(PasswordRequest) } },
    responses: answers(200, 'The new password is set, nobody is signed in', z.null()),
  }),
  async (c) => {
    const { old_password: oldPassword, new_password: newPassword } = c.req.valid('json');
    const address = readClientAddress(c.req.raw.headers);
    await changePassword(c.env.services, c.var.actor, { oldPassword, newPassword, address });
    clearOwnCookies(c);
    return c.json(success(null), 200);
  },
);
