import { z } from '@hono/zod-openapi';
import { revokeToken } from '../../../domain/images/revoke-token.ts';
import { answers, success } from '../../envelope.ts';
import { createRouter } from '../../router.ts';
import { sessionRoute } from '../../route.ts';
import { ImageIdParam } from './image.ts';

const RevokedToken = z.object({ image_id: z.int(), revoked: z.boolean() }).openapi('RevokedToken');

export const revokeTokenRoute = createRouter().openapi(
  sessionRoute({
    method: 'delete',
    path: '/images/{id}/tokens',
    operationId: 'revokeToken',
    errors: [
      'image_not_found',
      'image_forbidden',
      'account_locked',
      'image_in_work',
      'too_many_image_writes',
    ],
    tags: ['images'],
    summary: 'Revoke the access token of an image',
    request: { params: ImageIdParam },
    responses: answers(200, 'Whether a token was active', RevokedToken),
  }),
  async (c) => {
    const { id } = c.req.valid('param');
    const revoked = await revokeToken(c.env.services, c.var.actor, id);
    return c.json(success({ image_id: id, revoked }), 200);
  },
);
