import { createRoute, z } from '@hono/zod-openapi';
import { readUploads } from '../../../domain/uploads/read-uploads.ts';
import { UploadState } from '../../../domain/uploads/session-view.ts';
import { answers, jsonContent, success } from '../../envelope.ts';
import { jsonBodyLimit } from '../../middleware/body-limit.ts';
import { requireSession } from '../../middleware/session.ts';
import { createRouter } from '../../router.ts';
import { SESSION_SECURITY } from '../security.ts';

const UploadIds = z.object({ upload_ids: z.array(z.string()).min(1).max(100) });

export const readUploadsRoute = createRouter().openapi(
  createRoute({
    method: 'post',
    path: '/uploads/status',
    tags: ['uploads'],
    summary: 'The states of up to 100 upload sessions',
    description: 'In the order asked. One id that is missing or not the caller’s fails them all.',
    security: SESSION_SECURITY,
    middleware: [requireSession, jsonBodyLimit] as const,
    request: { body: { required: true, content: jsonContent(UploadIds) } },
    responses: answers(200, 'The sessions', z.object({ uploads: z.array(UploadState) })),
  }),
  async (c) => {
    const { upload_ids: ids } = c.req.valid('json');
    const uploads = await readUploads(c.env.services, c.var.actor, ids);
    return c.json(success({ uploads }), 200);
  },
);
