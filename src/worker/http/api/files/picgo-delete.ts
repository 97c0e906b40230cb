import { z } from '@hono/zod-openapi';
import { URL_MAX_CHARACTERS } from '../../../../shared/entry-rules.ts';
import { DELETE_UPLOADED_ERRORS, deleteUploaded } from '../../../domain/images/delete-uploaded.ts';
import { REQUIRE_UNLOCKED_ERRORS } from '../../../domain/uploads/create-upload.ts';
import { jsonContent } from '../../envelope.ts';
import { requireSessionOrQueryKey } from '../../middleware/session.ts';
import { apiRoute } from '../../route.ts';
import { createRouter } from '../../router.ts';
import { DELETE_ROOT } from './file-answer.ts';
import { PICGO_MAX_FILES } from './file-form.ts';
import { lockedFirst } from './locked-first.ts';
import { KeyQuery } from './picgo-key.ts';

const PicgoDeletion = z
  .object({
    list: z
      .array(z.object({ delete_url: z.string().max(URL_MAX_CHARACTERS) }))
      .min(1)
      .max(PICGO_MAX_FILES)
      .openapi({ description: 'Items of `fullResult`' }),
  })
  .openapi('PicgoDeletion', {
    example: { list: [{ delete_url: `${DELETE_ROOT}?token=ttx.k1.7.secret.checksum` }] },
  });

/** As PicList's server, for editors that delete the images that they have uploaded. */
export const picgoDeleteRoute = createRouter().openapi(
  apiRoute({
    method: 'post',
    path: '/picgo/delete',
    operationId: 'deleteByPicgo',
    scope: 'session',
    keyScope: 'upload',
    admit: lockedFirst(requireSessionOrQueryKey),
    errors: [...DELETE_UPLOADED_ERRORS, ...REQUIRE_UNLOCKED_ERRORS],
    tags: ['uploads'],
    summary: 'Delete images as by a PicList server',
    description:
      'Takes items of the answers to `/picgo/upload` and deletes their images at once. An API key deletes the images ' +
      'that it has uploaded itself, until it is rotated: each item has the right to one image in its `delete_url`. An ' +
      'image that is gone counts as deleted.',
    request: { query: KeyQuery, body: { required: true, content: jsonContent(PicgoDeletion) } },
    responses: {
      200: {
        description: 'All are deleted',
        content: jsonContent(z.object({ success: z.literal(true), message: z.string() })),
      },
    },
  }),
  async (c) => {
    const { list } = c.req.valid('json');
    const tokens = list.map(({ delete_url: url }) => readToken(url));
    await deleteUploaded(c.env.services, c.var.actor, tokens);
    return c.json({ success: true as const, message: 'ok' }, 200);
  },
);

function readToken(url: string): string {
  return new URLSearchParams(url.slice(url.indexOf('?'))).get('token') ?? '';
}
