import { z } from '@hono/zod-openapi';
import { ISSUE_TOKEN_ERRORS, issueToken } from '../../../domain/images/issue-token.ts';
import { toTimestamp } from '../../../../shared/clock.ts';
import { answers, jsonContent, success } from '../../envelope.ts';
import { createRouter } from '../../router.ts';
import { apiRoute } from '../../route.ts';
import { ImageIdParam } from './image.ts';

const TokenRequest = z
  .object({
    ttl_ms: z.int().optional().openapi({
      minimum: Number.MIN_SAFE_INTEGER,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Life in milliseconds, brought into the range of 10 minutes to 3 days',
    }),
  })
  .openapi('TokenRequest', { example: { ttl_ms: 3_600_000 } });

const AccessToken = z
  .object({
    token_id: z.int(),
    token: z.string(),
    expires_at: z.iso.datetime(),
    warning: z.string(),
  })
  .openapi('AccessToken');

const WARNING = 'Whoever has this token can see the image until it expires or is revoked';

export const issueTokenRoute = createRouter().openapi(
  apiRoute({
    method: 'post',
    path: '/images/{id}/tokens',
    operationId: 'issueToken',
    scope: 'session',
    keyScope: 'manage',
    errors: ISSUE_TOKEN_ERRORS,
    tags: ['images'],
    summary: 'Issue the access token of a private image',
    description: 'An image has one token at most: an earlier one stops working.',
    request: {
      params: ImageIdParam,
      body: { required: false, content: jsonContent(TokenRequest) },
    },
    responses: answers(200, 'The token', AccessToken),
  }),
  async (c) => {
    const { id } = c.req.valid('param');
    const { ttl_ms } = c.req.valid('json');
    const issued = await issueToken(c.env.services, c.var.actor, id, ttl_ms ?? null);
    const result = {
      token_id: issued.tokenId,
      token: issued.token,
      expires_at: toTimestamp(issued.expiresAt),
      warning: WARNING,
    };
    return c.json(success(result), 200);
  },
);
