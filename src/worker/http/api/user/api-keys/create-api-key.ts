import { CREATE_API_KEY_ERRORS, createApiKey } from '../../../../domain/api-keys/create-api-key.ts';
import { answers, jsonContent, success } from '../../../envelope.ts';
import { createRouter } from '../../../router.ts';
import { apiRoute } from '../../../route.ts';
import { ApiKeyRequest, IssuedApiKey, toIssuedApiKey, toTerms } from './api-key.ts';

export const createApiKeyRoute = createRouter().openapi(
  apiRoute({
    method: 'post',
    path: '/keys',
    operationId: 'createApiKey',
    scope: 'web',
    errors: CREATE_API_KEY_ERRORS,
    tags: ['keys'],
    summary: 'Make an API key',
    description: 'Its value is in this answer alone.',
    request: { body: { required: true, content: jsonContent(ApiKeyRequest) } },
    responses: answers(201, 'The key', IssuedApiKey),
  }),
  async (c) => {
    const terms = toTerms(c.req.valid('json'));
    const issued = await createApiKey(c.env.services, c.var.actor, terms);
    return c.json(success(toIssuedApiKey(issued)), 201);
  },
);
