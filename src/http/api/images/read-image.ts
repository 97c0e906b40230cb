import { createRoute } from '@hono/zod-openapi';
import { readImage } from '../../../domain/images/read-image.ts';
import { answers, success } from '../../envelope.ts';
import { requireSession } from '../../middleware/session.ts';
import { createRouter } from '../../router.ts';
import { SESSION_SECURITY } from '../security.ts';
import { ImageIdParam } from './image-id.ts';
import { Image, toImage } from './image.ts';

export const readImageRoute = createRouter().openapi(
  createRoute({
    method: 'get',
    path: '/images/{id}',
    tags: ['images'],
    summary: 'An image, for its owner or an administrator',
    security: SESSION_SECURITY,
    middleware: [requireSession] as const,
    request: { params: ImageIdParam },
    responses: answers(200, 'The image', Image),
  }),
  async (c) => {
    const { id } = c.req.valid('param');
    return c.json(success(toImage(await readImage(c.env.services, c.var.actor, id))), 200);
  },
);
