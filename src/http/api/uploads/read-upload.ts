import { createRoute } from '@hono/zod-openapi';
import { readUpload } from '../../../domain/uploads/read-upload.ts';
import { UploadState } from '../../../domain/uploads/session-view.ts';
import { answers, success } from '../../envelope.ts';
import { requireSession } from '../../middleware/session.ts';
import { createRouter } from '../../router.ts';
import { SESSION_SECURITY } from '../security.ts';
import { UploadIdParam } from './upload-id.ts';

export const readUploadRoute = createRouter().openapi(
  createRoute({
    method: 'get',
    path: '/uploads/{uploadID}',
    tags: ['uploads'],
    summary: 'The state of an upload session',
    description: 'The image fields stand there once the image is published.',
    security: SESSION_SECURITY,
    middleware: [requireSession] as const,
    request: { params: UploadIdParam },
    responses: answers(200, 'The session', UploadState),
  }),
  async (c) => {
    const { uploadID } = c.req.valid('param');
    return c.json(success(await readUpload(c.env.services, c.var.actor, uploadID)), 200);
  },
);
