import { z } from '@hono/zod-openapi';
import { DELETE_IMAGE_ERRORS, deleteImage } from '../../../domain/images/delete-image.ts';
import { TRASH_IMAGE_ERRORS, trashImage } from '../../../domain/images/trash-image.ts';
import { answers, success } from '../../envelope.ts';
import { createRouter } from '../../router.ts';
import { apiRoute } from '../../route.ts';
import { ImageIdParam } from './image.ts';

const DeleteResult = z
  .object({
    image_id: z.int(),
    storage_freed_bytes: z.int().openapi({ description: 'The sizes of all variants together' }),
    storage_used: z.int(),
    storage_quota: z.int(),
  })
  .openapi('DeleteResult');

export const deleteImageRoute = createRouter().openapi(
  apiRoute({
    method: 'delete',
    path: '/images/{id}',
    operationId: 'deleteImage',
    scope: 'session',
    keyScope: 'manage',
    errors: [...DELETE_IMAGE_ERRORS, ...TRASH_IMAGE_ERRORS],
    tags: ['images'],
    summary: 'Delete an image, for its owner or an administrator',
    description:
      'Its links are dead at once; its objects are erased soon after. A second time is 4041. Only the caller’s own ' +
      'account must be free of a lock or suspension: an administrator may delete an image of an owner whose account is to be deleted. With `trash=true` the owner may restore it for some days: `POST /trash/restore`.',
    request: {
      params: ImageIdParam,
      query: z.object({
        trash: z.enum(['true', 'false']).default('false').openapi({
          description: 'Into the trash of its owner, who alone may ask for it; it frees no storage',
        }),
      }),
    },
    responses: answers(200, 'The image is gone; the figures are its owner’s', DeleteResult),
  }),
  async (c) => {
    const { id } = c.req.valid('param');
    const remove = c.req.valid('query').trash === 'true' ? trashImage : deleteImage;
    const { freedBytes, storageUsed, storageQuota } = await remove(c.env.services, c.var.actor, id);
    return c.json(
      success({
        image_id: id,
        storage_freed_bytes: freedBytes,
        storage_used: storageUsed,
        storage_quota: storageQuota,
      }),
      200,
    );
  },
);
