import { z } from '@hono/zod-openapi';
import { revokeToken } from '../../../domain/images/revoke-token.ts';
import { answers, success } from '../../envelope.ts';
import { createRouter } from '../../router.ts';
import { sessionRoute } from '../../session-route.ts';
import { ImageIdParam } from './image.ts';

export const revokeTokenRoute = createRouter().openapi(
  sessionRoute({
    method: 'delete',
    path: '/images/{id}/tokens',
    tags: ['images'],
    summary: 'Revoke the access token of an image',
    request: { params: ImageIdParam },
    responses: answers(
      200,
      'Whether a token was active',
      z.object({ image_id: z.int(), revoked: z.boolean() }),
    ),
  }),
  async (c) => {
    const { id } = c.req.valid('param');
    const revoked = await revokeToken(c.env.services, c.var.actor, id);
    return c.json(success({ image_id: id, revoked }), 200);
  },
);
