import { z } from '@hono/zod-openapi';
import { RESET_PASSWORD_ERRORS, resetPassword } from '../../../domain/accounts/reset-password.ts';
import { answers, jsonContent, success } from '../../envelope.ts';
import { readClientAddress } from '../../read-client-address.ts';
import { apiRoute } from '../../route.ts';
import { createRouter } from '../../router.ts';
import { LinkToken, NewPassword } from '../credentials.ts';

const ResetRequest = z
  .object({ token: LinkToken, new_password: NewPassword })
  .openapi('ResetRequest', {
    example: { token: 'treset_…', new_password: 'battery staple' },
  });

export const resetPasswordRoute = createRouter().openapi(
  apiRoute({
    method: 'post',
    path: '/password-reset',
    operationId: 'resetPassword',
    scope: 'public',
    errors: RESET_PASSWORD_ERRORS,
    tags: ['auth'],
    summary: 'Set a new password by a link of an administrator',
    description:
      'The link counts once, within an hour. All sessions of the account end, API keys stay. Unknown, used, replaced and ' +
      'expired links are refused alike (4030), and limited by address (429).',
    request: { body: { required: true, content: jsonContent(ResetRequest) } },
    responses: answers(200, 'The new password is set, nobody is signed in', z.null()),
  }),
  async (c) => {
    const { token, new_password: newPassword } = c.req.valid('json');
    const address = readClientAddress(c.req.raw.headers);
    await resetPassword(c.env.services, { token, newPassword, address });
    return c.json(success(null), 200);
  },
);
