import { COMPLETE_UPLOAD_ERRORS, completeUpload } from '../../../domain/uploads/complete-upload.ts';
import { answers, success } from '../../envelope.ts';
import { createRouter } from '../../router.ts';
import { apiRoute } from '../../route.ts';
import { toUploadState, UploadIdParam, UploadState } from './upload-session.ts';

export const completeUploadRoute = createRouter().openapi(
  apiRoute({
    method: 'post',
    path: '/uploads/{uploadID}/complete',
    operationId: 'completeUpload',
    scope: 'session',
    keyScope: 'upload',
    errors: COMPLETE_UPLOAD_ERRORS,
    tags: ['uploads'],
    summary: 'Turn a session with all four parts into an image and queue its publication',
    description: 'Idempotent.',
    neverErrors: ['invalid_id'],
    request: { params: UploadIdParam },
    responses: answers(200, 'The session, now in processing', UploadState),
  }),
  async (c) => {
    const { uploadID } = c.req.valid('param');
    const state = await completeUpload(c.env.services, c.var.actor, uploadID);
    return c.json(success(toUploadState(state)), 200);
  },
);
