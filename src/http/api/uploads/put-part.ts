import { createRoute, z } from '@hono/zod-openapi';
import { putPart, StoredPart } from '../../../domain/uploads/put-part.ts';
import { PART_RECIPES } from '../../../domain/uploads/recipe.ts';
import { answers, success } from '../../envelope.ts';
import { requireSessionAndPartSlot } from '../../middleware/session.ts';
import { createRouter } from '../../router.ts';
import { SESSION_SECURITY } from '../security.ts';
import { UploadIdParam } from './upload-id.ts';

export const putPartRoute = createRouter().openapi(
  createRoute({
    method: 'put',
    path: '/uploads/{uploadID}/parts/{kind}',
    tags: ['uploads'],
    summary: 'Send one part',
    description:
      'The body must have the length, SHA-256 and dimensions that the manifest declares and be a sound, still WebP. ' +
      'A part that is there already is not written again.',
    security: SESSION_SECURITY,
    middleware: [requireSessionAndPartSlot] as const,
    request: {
      params: UploadIdParam.extend({
        kind: z
          .string()
          .openapi({ description: `One of ${PART_RECIPES.map(({ kind }) => kind).join(', ')}` }),
      }),
      body: {
        required: true,
        content: { 'image/webp': { schema: z.string().openapi({ format: 'binary' }) } },
      },
    },
    responses: answers(200, 'The part is stored', StoredPart),
  }),
  async (c) => {
    const { uploadID: uploadId, kind } = c.req.valid('param');
    const part = await putPart(c.env.services, c.var.actor, {
      uploadId,
      kind,
      contentType: c.req.header('Content-Type'),
      contentLength: c.req.header('Content-Length'),
      body: c.req.raw.body,
      onTransferred: () => c.var.partSlot.release(),
    });
    return c.json(success(part), 200);
  },
);
