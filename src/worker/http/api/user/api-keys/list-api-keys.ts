import { z } from '@hono/zod-openapi';
import { listApiKeys } from '../../../../domain/api-keys/list-api-keys.ts';
import { answers, success } from '../../../envelope.ts';
import { createRouter } from '../../../router.ts';
import { apiRoute } from '../../../route.ts';
import { ApiKey, toApiKey } from './api-key.ts';

export const listApiKeysRoute = createRouter().openapi(
  apiRoute({
    method: 'get',
    path: '/keys',
    operationId: 'listApiKeys',
    scope: 'web',
    tags: ['keys'],
    summary: 'The own API keys, newest first',
    description: 'Without their values. Expired keys stay until they are withdrawn.',
    responses: answers(200, 'All of them', z.object({ items: z.array(ApiKey) }).openapi('ApiKeys')),
  }),
  async (c) => {
    const keys = await listApiKeys(c.env.services, c.var.actor);
    return c.json(success({ items: keys.map(toApiKey) }), 200);
  },
);
