import { ROTATE_API_KEY_ERRORS, rotateApiKey } from '../../../../domain/api-keys/rotate-api-key.ts';
import { answers, success } from '../../../envelope.ts';
import { createRouter } from '../../../router.ts';
import { apiRoute } from '../../../route.ts';
import { ApiKeyIdParam, IssuedApiKey, toIssuedApiKey } from './api-key.ts';

export const rotateApiKeyRoute = createRouter().openapi(
  apiRoute({
    method: 'post',
    path: '/keys/{id}/rotate',
    operationId: 'rotateApiKey',
    scope: 'web',
    errors: ROTATE_API_KEY_ERRORS,
    neverErrors: ['invalid_id'],
    tags: ['keys'],
    summary: 'Give an API key another value',
    description:
      'The earlier value admits nothing from then on; the new one is in this answer alone. All else stays. An expired key ' +
      'stays as it is (4095).',
    request: { params: ApiKeyIdParam },
    responses: answers(200, 'The key', IssuedApiKey),
  }),
  async (c) => {
    const issued = await rotateApiKey(c.env.services, c.var.actor, c.req.valid('param').id);
    return c.json(success(toIssuedApiKey(issued)), 200);
  },
);
