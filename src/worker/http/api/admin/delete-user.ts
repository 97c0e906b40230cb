import { z } from '@hono/zod-openapi';
import {
  CANCEL_DELETION_ERRORS,
  cancelDeletion,
} from '../../../domain/accounts/cancel-deletion.ts';
import {
  REQUEST_DELETION_ERRORS,
  requestDeletion,
} from '../../../domain/accounts/request-deletion.ts';
import { DomainError } from '../../../domain/errors.ts';
import { USERNAME_MAX_CHARACTERS } from '../../../../shared/entry-rules.ts';
import { answers, jsonContent, success } from '../../envelope.ts';
import { apiRoute } from '../../route.ts';
import { createRouter } from '../../router.ts';
import { runForAdministrator } from './run-for-administrator.ts';
import { IdParam } from './id-param.ts';

const DeletionRequest = z
  .object({
    username: z.string().openapi({
      maxLength: USERNAME_MAX_CHARACTERS,
      description: 'Of the account that is to go',
    }),
  })
  .openapi('DeletionRequest', { example: { username: 'ada' } });

export const requestUserDeletionRoute = createRouter().openapi(
  apiRoute({
    method: 'post',
    path: '/users/{id}/request-deletion',
    operationId: 'requestUserDeletion',
    scope: 'admin',
    errors: REQUEST_DELETION_ERRORS,
    tags: ['admin'],
    summary: 'Schedule the deletion of an account',
    description:
      'Its sessions end, and it is erased 24 hours later. Until then its owner can sign in and download. Administrators ' +
      'cannot be deleted.',
    request: {
      params: IdParam,
      query: z.object({
        admin: z.string().openapi({
          maxLength: USERNAME_MAX_CHARACTERS,
          description: 'One’s own user name, as a signature',
        }),
      }),
      body: { required: true, content: jsonContent(DeletionRequest) },
    },
    responses: answers(200, 'The deletion is scheduled', z.null()),
  }),
  async (c) => {
    const { actor } = c.var;
    if (c.req.valid('query').admin.toLowerCase() !== actor.username) {
      throw new DomainError('invalid_parameter', { message: 'admin: not your user name' });
    }
    const { id: userId } = c.req.valid('param');
    const { username } = c.req.valid('json');
    await runForAdministrator(c, (services) =>
      requestDeletion(services, actor, { userId, username }),
    );
    return c.json(success(null), 200);
  },
);

export const cancelUserDeletionRoute = createRouter().openapi(
  apiRoute({
    method: 'post',
    path: '/users/{id}/cancel-deletion',
    operationId: 'cancelUserDeletion',
    scope: 'admin',
    errors: CANCEL_DELETION_ERRORS,
    tags: ['admin'],
    summary: 'Take a scheduled deletion back',
    description: 'Until the erasure begins; then it is a conflict.',
    request: { params: IdParam },
    responses: answers(200, 'The account is active again', z.null()),
  }),
  async (c) => {
    const { id: userId } = c.req.valid('param');
    await runForAdministrator(c, (services) => cancelDeletion(services, c.var.actor, userId));
    return c.json(success(null), 200);
  },
);
