import { z } from '@hono/zod-openapi';
import { REVOKE_TOKEN_ERRORS, revokeToken } from '../../../domain/images/revoke-token.ts';
import { answers, success } from '../../envelope.ts';
import { createRouter } from '../../router.ts';
import { apiRoute } from '../../route.ts';
import { ImageIdParam } from './image.ts';

const RevokedToken = z.object({ image_id: z.int(), revoked: z.boolean() }).openapi('RevokedToken');

export const revokeTokenRoute = createRouter().openapi(
  apiRoute({
    method: 'delete',
    path: '/images/{id}/tokens',
    operationId: 'revokeToken',
    scope: 'session',
    keyScope: 'manage',
    errors: REVOKE_TOKEN_ERRORS,
    tags: ['images'],
    summary: 'Revoke the access token of an image',
    description: 'Views by the token get 4042 from then on. Without a token, `revoked` is false.',
    request: { params: ImageIdParam },
    responses: answers(200, 'Whether a token was active', RevokedToken),
  }),
  async (c) => {
    const { id } = c.req.valid('param');
    const revoked = await revokeToken(c.env.services, c.var.actor, id);
    return c.json(success({ image_id: id, revoked }), 200);
  },
);
