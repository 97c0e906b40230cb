import { z } from '@hono/zod-openapi';
import { CANCEL_UPLOAD_ERRORS, cancelUpload } from '../../../domain/uploads/cancel-upload.ts';
import { answers, success } from '../../envelope.ts';
import { createRouter } from '../../router.ts';
import { apiRoute } from '../../route.ts';
import { UploadIdParam } from './upload-session.ts';

const CancelledUpload = z
  .object({ upload_id: z.string(), status: z.literal('cancelled') })
  .openapi('CancelledUpload');

export const cancelUploadRoute = createRouter().openapi(
  apiRoute({
    method: 'delete',
    path: '/uploads/{uploadID}',
    operationId: 'cancelUpload',
    scope: 'session',
    keyScope: 'upload',
    errors: CANCEL_UPLOAD_ERRORS,
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
