import { z } from '@hono/zod-openapi';
import { PART_CEILING_BYTES } from '../../../config.ts';
import { PART_SLOT_ERRORS } from '../../../domain/sessions/session-refusals.ts';
import { PUT_PART_ERRORS, putPart } from '../../../domain/uploads/put-part.ts';
import { PART_KINDS, VARIANT_MIME_TYPE } from '../../../../shared/variants.ts';
import type { AppContext } from '../../env.ts';
import { answers, success } from '../../envelope.ts';
import { requireSessionAndPartSlot } from '../../middleware/session.ts';
import { createRouter, refuseWith } from '../../router.ts';
import { apiRoute } from '../../route.ts';
import { UploadIdParam } from './upload-session.ts';

const StoredPart = z
  .object({
    kind: z.enum(PART_KINDS),
    status: z.literal('uploaded'),
    size: z.int(),
    sha256: z.string(),
  })
  .openapi('StoredPart');

const KIND_NAMES = PART_KINDS.join(', ');
const DECIMAL = /^(?:0|[1-9]\d*)$/u;

export const putPartRoute = createRouter().openapi(
  apiRoute({
    method: 'put',
    path: '/uploads/{uploadID}/parts/{kind}',
    operationId: 'putPart',
    scope: 'session',
    keyScope: 'upload',
    admit: requireSessionAndPartSlot,
    errors: [...PART_SLOT_ERRORS, ...PUT_PART_ERRORS],
    tags: ['uploads'],
    summary: 'Send one part',
    description:
      'The body must have the length, SHA-256 and dimensions that the manifest declares and be a sound, still WebP. ' +
      'A part that is there already is not written again.',
    neverErrors: ['invalid_id'],
    request: {
      params: UploadIdParam.extend({
        kind: z
          .enum(PART_KINDS, `Unknown part kind; one of ${KIND_NAMES}`)
          .openapi({ description: `One of ${KIND_NAMES}` }),
      }),
      headers: z.object({
        'Content-Length': z
          .string()
          .optional()
          .openapi({
            param: { required: true },
            description: 'The size that the manifest declares (3005)',
            pattern: '^\\d+$',
            maxLength: String(PART_CEILING_BYTES).length,
          }),
      }),
      body: {
        required: true,
        content: { [VARIANT_MIME_TYPE]: { schema: z.string().openapi({ format: 'binary' }) } },
      },
    },
    responses: answers(200, 'The part is stored', StoredPart),
  }),
  async (c) => {
    const { uploadID: uploadId, kind } = c.req.valid('param');
    const { size, sha256 } = await putPart(c.env.services, c.var.actor, {
      uploadId,
      kind,
      mediaType: readMediaType(c),
      contentLength: readContentLength(c),
      body: c.req.raw.body,
      onTransferred: () => c.var.partSlot.release(),
    });
    return c.json(success({ kind, status: 'uploaded' as const, size, sha256 }), 200);
  },
  refuseWith('invalid_upload'),
);

/** Without its parameters (RFC 9110, 8.3). */
function readMediaType(c: AppContext): string | null {
  return c.req.header('Content-Type')?.split(';')[0]?.trim().toLowerCase() ?? null;
}

function readContentLength(c: AppContext): number | null {
  const text = c.req.header('Content-Length') ?? '';
  return DECIMAL.test(text) ? Number(text) : null;
}
