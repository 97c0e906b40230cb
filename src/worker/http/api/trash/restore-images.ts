import { z } from '@hono/zod-openapi';
import { RESTORE_IMAGES_ERRORS, restoreImages } from '../../../domain/trash/restore-images.ts';
import { answers, jsonContent, success } from '../../envelope.ts';
import { createRouter } from '../../router.ts';
import { apiRoute } from '../../route.ts';
import { TrashChoice } from './trash-choice.ts';

const RestoreResult = z
  .object({
    image_ids: z.array(z.int()).openapi({ description: 'Those that are in the library now' }),
  })
  .openapi('RestoreResult');

export const restoreImagesRoute = createRouter().openapi(
  apiRoute({
    method: 'post',
    path: '/trash/restore',
    operationId: 'restoreImages',
    scope: 'session',
    keyScope: 'manage',
    errors: RESTORE_IMAGES_ERRORS,
    tags: ['trash'],
    summary: 'Restore images from the trash',
    description:
      'With the same links, visibility, texts, views, access token and share links. Ids that are not in the caller’s ' +
      'trash are left out, so it can be sent again.',
    request: { body: { required: true, content: jsonContent(TrashChoice) } },
    responses: answers(200, 'The images that are back', RestoreResult),
  }),
  async (c) => {
    const { image_ids: ids } = c.req.valid('json');
    const restored = await restoreImages(c.env.services, c.var.actor, ids);
    return c.json(success({ image_ids: restored }), 200);
  },
);
