import { createRoute } from '@hono/zod-openapi';
import { CancelledUpload, cancelUpload } from '../../../domain/uploads/cancel-upload.ts';
import { answers, success } from '../../envelope.ts';
import { requireSession } from '../../middleware/session.ts';
import { createRouter } from '../../router.ts';
import { SESSION_SECURITY } from '../security.ts';
import { UploadIdParam } from './upload-id.ts';

export const cancelUploadRoute = createRouter().openapi(
  createRoute({
    method: 'delete',
    path: '/uploads/{uploadID}',
    tags: ['uploads'],
    summary: 'Cancel a session that has not entered processing',
    description: 'Idempotent.',
    security: SESSION_SECURITY,
    middleware: [requireSession] as const,
    request: { params: UploadIdParam },
    responses: answers(200, 'The session is cancelled', CancelledUpload),
  }),
  async (c) => {
    const { uploadID } = c.req.valid('param');
    return c.json(success(await cancelUpload(c.env.services, c.var.actor, uploadID)), 200);
  },
);
