import { z } from '@hono/zod-openapi';
import { HIDE_IMAGE_ERRORS, hideImage } from '../../../domain/shares/hide-image.ts';
import { answers, success } from '../../envelope.ts';
import { apiRoute } from '../../route.ts';
import { createRouter } from '../../router.ts';
import { ImageIdParam } from '../images/image.ts';
import { runForAdministrator } from './run-for-administrator.ts';

export const hideImageRoute = createRouter().openapi(
  apiRoute({
    method: 'post',
    path: '/images/{id}/hide',
    operationId: 'hideImage',
    scope: 'admin',
    errors: HIDE_IMAGE_ERRORS,
    tags: ['admin'],
    summary: 'Take an image out of every link',
    description:
      'Makes it private, ends its access token and its share links, and takes it out of shared albums, at once; its owner ' +
      'still sees it. ' +
      '`PATCH /images/{id}/visibility` shows it again under its former link.',
    request: { params: ImageIdParam },
    responses: answers(200, 'Its owner and administrators alone see it', z.null()),
  }),
  async (c) => {
    const { id } = c.req.valid('param');
    await runForAdministrator(c, (services) => hideImage(services, c.var.actor, id));
    return c.json(success(null), 200);
  },
);
