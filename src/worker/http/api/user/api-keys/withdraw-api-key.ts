import { z } from '@hono/zod-openapi';
import {
  WITHDRAW_API_KEY_ERRORS,
  withdrawApiKey,
} from '../../../../domain/api-keys/withdraw-api-key.ts';
import { answers, success } from '../../../envelope.ts';
import { createRouter } from '../../../router.ts';
import { apiRoute } from '../../../route.ts';
import { ApiKeyIdParam } from './api-key.ts';

export const withdrawApiKeyRoute = createRouter().openapi(
  apiRoute({
    method: 'delete',
    path: '/keys/{id}',
    operationId: 'withdrawApiKey',
    scope: 'web',
    errors: WITHDRAW_API_KEY_ERRORS,
    neverErrors: ['invalid_id'],
    tags: ['keys'],
    summary: 'Withdraw an API key',
    description: 'It admits no request that comes after this answer. A second time is 4041.',
    request: { params: ApiKeyIdParam },
    responses: answers(200, 'It is gone', z.null()),
  }),
  async (c) => {
    await withdrawApiKey(c.env.services, c.var.actor, c.req.valid('param').id);
    return c.json(success(null), 200);
  },
);
