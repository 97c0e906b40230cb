import { z } from '@hono/zod-openapi';
import { toTimestamp } from '../../../../shared/clock.ts';
import { toResetLink } from '../../../../shared/token-links.ts';
import {
  ISSUE_PASSWORD_RESET_ERRORS,
  issuePasswordReset,
} from '../../../domain/accounts/issue-password-reset.ts';
import { answers, success } from '../../envelope.ts';
import { apiRoute } from '../../route.ts';
import { createRouter } from '../../router.ts';
import { ownOrigin } from '../../same-origin.ts';
import { IdParam } from './id-param.ts';
import { runForAdministrator } from './run-for-administrator.ts';

const PasswordReset = z
  .object({
    token: z.string(),
    link: z
      .string()
      .openapi({ description: 'A page that sets a new password; the token is in its fragment' }),
    expires_at: z.iso.datetime(),
  })
  .openapi('PasswordReset');

export const resetUserPasswordRoute = createRouter().openapi(
  apiRoute({
    method: 'post',
    path: '/users/{id}/password-reset',
    operationId: 'resetUserPassword',
    scope: 'admin',
    errors: ISSUE_PASSWORD_RESET_ERRORS,
    tags: ['admin'],
    summary: 'Make a link by which a user sets a new password',
    description:
      'The service sends no mail: hand the link to the user. It counts once and for an hour, replaces an earlier one, and ' +
      'ends with any change of the account’s password, status or role. Not for administrators: the operator’s shell ' +
      'makes their links.',
    request: { params: IdParam },
    responses: answers(201, 'The link, shown once', PasswordReset),
  }),
  async (c) => {
    const { id } = c.req.valid('param');
    const { token, expiresAt } = await runForAdministrator(c, (services) =>
      issuePasswordReset(services, c.var.actor.userId, id),
    );
    const link = toResetLink(ownOrigin(c.req.raw, c.env.services.config), token);
    return c.json(success({ token, link, expires_at: toTimestamp(expiresAt) }), 201);
  },
);
