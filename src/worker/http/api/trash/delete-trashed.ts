import { z } from '@hono/zod-openapi';
import { DELETE_TRASHED_ERRORS, deleteTrashed } from '../../../domain/trash/delete-trashed.ts';
import { answers, jsonContent, success } from '../../envelope.ts';
import { createRouter } from '../../router.ts';
import { apiRoute } from '../../route.ts';
import { TrashChoice } from './trash-choice.ts';

const TrashQuota = z
  .object({ storage_used: z.int(), storage_quota: z.int() })
  .openapi('TrashQuota');

export const deleteTrashedRoute = createRouter().openapi(
  apiRoute({
    method: 'post',
    path: '/trash/delete',
    operationId: 'deleteTrashedImages',
    scope: 'session',
    keyScope: 'manage',
    errors: DELETE_TRASHED_ERRORS,
    tags: ['trash'],
    summary: 'Delete images of the trash for good',
    description: 'Ids that are not in the caller’s trash are left out, so it can be sent again.',
    request: { body: { required: true, content: jsonContent(TrashChoice) } },
    responses: answers(200, 'The caller’s storage', TrashQuota),
  }),
  async (c) => {
    const { image_ids: ids } = c.req.valid('json');
    const { storageUsed, storageQuota } = await deleteTrashed(c.env.services, c.var.actor, ids);
    return c.json(success({ storage_used: storageUsed, storage_quota: storageQuota }), 200);
  },
);
