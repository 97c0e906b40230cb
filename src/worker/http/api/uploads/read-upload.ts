import { z } from '@hono/zod-openapi';
import {
  READ_UPLOAD_ERRORS,
  READ_UPLOADS_ERRORS,
  readUpload,
  readUploads,
} from '../../../domain/uploads/read-upload.ts';
import { answers, jsonContent, success } from '../../envelope.ts';
import { createRouter } from '../../router.ts';
import { apiRoute } from '../../route.ts';
import { toUploadState, UploadId, UploadIdParam, UploadState } from './upload-session.ts';

export const readUploadRoute = createRouter().openapi(
  apiRoute({
    method: 'get',
    path: '/uploads/{uploadID}',
    operationId: 'readUpload',
    scope: 'session',
    keyScope: 'upload',
    errors: READ_UPLOAD_ERRORS,
    tags: ['uploads'],
    summary: 'The state of an upload session',
    description:
      'The image fields stand there once the image is published. An expired session is 4043.',
    neverErrors: ['invalid_id'],
    request: { params: UploadIdParam },
    responses: answers(200, 'The session', UploadState),
  }),
  async (c) => {
    const { uploadID } = c.req.valid('param');
    const state = await readUpload(c.env.services, c.var.actor, uploadID);
    return c.json(success(toUploadState(state)), 200);
  },
);

const UploadIds = z
  .object({ upload_ids: z.array(UploadId).min(1).max(100) })
  .openapi('UploadIds', { example: { upload_ids: ['kPzD0nC8cSgQ0bT3yJvW4lq9Zx2mE7uA'] } });

const UploadStates = z.object({ uploads: z.array(UploadState) }).openapi('UploadStates');

export const readUploadsRoute = createRouter().openapi(
  apiRoute({
    method: 'post',
    path: '/uploads/status',
    operationId: 'readUploads',
    scope: 'session',
    keyScope: 'upload',
    errors: READ_UPLOADS_ERRORS,
    tags: ['uploads'],
    summary: 'The states of up to 100 upload sessions',
    description:
      'In the order asked. One id that is missing or not the caller’s fails them all; an expired session is `failed` ' +
      'with the code 4043.',
    request: { body: { required: true, content: jsonContent(UploadIds) } },
    responses: answers(200, 'The sessions', UploadStates),
  }),
  async (c) => {
    const { upload_ids: ids } = c.req.valid('json');
    const states = await readUploads(c.env.services, c.var.actor, ids);
    return c.json(success({ uploads: states.map(toUploadState) }), 200);
  },
);
