import { createRoute } from '@hono/zod-openapi';
import { completeUpload } from '../../../domain/uploads/complete-upload.ts';
import { UploadState } from '../../../domain/uploads/session-view.ts';
import { answers, success } from '../../envelope.ts';
import { requireSession } from '../../middleware/session.ts';
import { createRouter } from '../../router.ts';
import { SESSION_SECURITY } from '../security.ts';
import { UploadIdParam } from './upload-id.ts';

export const completeUploadRoute = createRouter().openapi(
  createRoute({
    method: 'post',
    path: '/uploads/{uploadID}/complete',
    tags: ['uploads'],
    summary: 'Turn a session with all four parts into an image and queue its publication',
    description: 'Idempotent.',
    security: SESSION_SECURITY,
    middleware: [requireSession] as const,
    request: { params: UploadIdParam },
    responses: answers(200, 'The session, now in processing', UploadState),
  }),
  async (c) => {
    const { uploadID } = c.req.valid('param');
    return c.json(success(await completeUpload(c.env.services, c.var.actor, uploadID)), 200);
  },
);
