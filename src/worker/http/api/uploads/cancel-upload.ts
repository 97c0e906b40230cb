import { z } from '@hono/zod-openapi';
import { cancelUpload } from '../../../domain/uploads/cancel-upload.ts';
import { answers, success } from '../../envelope.ts';
import { createRouter } from '../../router.ts';
import { sessionRoute } from '../../route.ts';
import { UploadIdParam } from './upload-session.ts';

const CancelledUpload = z
  .object({ upload_id: z.string(), status: z.literal('cancelled') })
  .openapi('CancelledUpload');

export const cancelUploadRoute = createRouter().openapi(
  sessionRoute({
    method: 'delete',
    path: '/uploads/{uploadID}',
    operationId: 'cancelUpload',
    errors: ['upload_not_found', 'upload_conflict'],
    tags: ['uploads'],
    summary: 'Cancel a session that has not entered processing',
    description: 'Idempotent.',
    neverErrors: ['invalid_id'],
    request: { params: UploadIdParam },
    responses: answers(200, 'The session is cancelled', CancelledUpload),
  }),
  async (c) => {
    const { uploadID } = c.req.valid('param');
    await cancelUpload(c.env.services, c.var.actor, uploadID);
    return c.json(success({ upload_id: uploadID, status: 'cancelled' as const }), 200);
  },
);
