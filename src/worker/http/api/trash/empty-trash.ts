import { z } from '@hono/zod-openapi';
import { EMPTY_TRASH_ERRORS, emptyTrash } from '../../../domain/trash/empty-trash.ts';
import { answers, success } from '../../envelope.ts';
import { createRouter } from '../../router.ts';
import { apiRoute } from '../../route.ts';

const EmptiedTrash = z
  .object({
    emptied: z.int(),
    has_more: z.boolean().openapi({ description: 'Whether to call again: 10,000 images a call' }),
    storage_used: z.int().openapi({
      description: 'Goes down further as the service erases the images, 10,000 a minute',
    }),
    storage_quota: z.int(),
  })
  .openapi('EmptiedTrash');

export const emptyTrashRoute = createRouter().openapi(
  apiRoute({
    method: 'delete',
    path: '/trash/',
    operationId: 'emptyTrash',
    scope: 'session',
    keyScope: 'manage',
    errors: EMPTY_TRASH_ERRORS,
    tags: ['trash'],
    summary: 'Empty the trash',
    description: 'From the answer on, nobody can restore the images.',
    responses: answers(200, 'How many images are deleted for good', EmptiedTrash),
  }),
  async (c) => {
    const { emptied, hasMore, ...quota } = await emptyTrash(c.env.services, c.var.actor);
    return c.json(
      success({
        emptied,
        has_more: hasMore,
        storage_used: quota.storageUsed,
        storage_quota: quota.storageQuota,
      }),
      200,
    );
  },
);
