import { z } from '@hono/zod-openapi';
import { READ_QUEUE_ERRORS, readQueue } from '../../../domain/legacy/read-queue.ts';
import { answers, success } from '../../envelope.ts';
import { createRouter } from '../../router.ts';
import { apiRoute } from '../../route.ts';
import { UploadId } from '../uploads/upload-session.ts';
import { QueuedUpload, toQueuedUpload } from './queued-upload.ts';

export const readQueueRoute = createRouter().openapi(
  apiRoute({
    method: 'get',
    path: '/upload/queue/{id}',
    operationId: 'readQueue',
    scope: 'session',
    keyScope: 'upload',
    errors: READ_QUEUE_ERRORS,
    tags: ['legacy'],
    summary: 'What has become of an image that was uploaded as a whole',
    description:
      'For its owner, until a day after its end. The image can be seen once the status is `completed`.',
    neverErrors: ['invalid_id'],
    request: {
      params: z.object({
        id: UploadId.openapi({ description: 'The `id` of the upload’s answer' }),
      }),
    },
    responses: answers(200, 'The upload', QueuedUpload),
  }),
  async (c) => {
    const upload = await readQueue(c.env.services, c.var.actor, c.req.valid('param').id);
    return c.json(success(toQueuedUpload(upload)), 200);
  },
);
