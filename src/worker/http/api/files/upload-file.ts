import { z } from '@hono/zod-openapi';
import { URL_MAX_CHARACTERS } from '../../../../shared/entry-rules.ts';
import { STORE_FILE_ERRORS, storeFile } from '../../../domain/files/store-file.ts';
import { PART_SLOT_ERRORS } from '../../../domain/sessions/session-refusals.ts';
import { REQUIRE_UNLOCKED_ERRORS } from '../../../domain/uploads/create-upload.ts';
import { jsonContent } from '../../envelope.ts';
import { requireSessionAndPartSlot } from '../../middleware/session.ts';
import { apiRoute } from '../../route.ts';
import { createRouter } from '../../router.ts';
import { FileAnswer, toFileAnswer, toUploadedFile } from './file-answer.ts';
import { registerFileForm } from './file-form.ts';
import { lockedFirst } from './locked-first.ts';
import { openFile, RECEIVE_FILE_ERRORS } from './receive-file.ts';

const TEXT = { 'text/plain': { schema: z.string() } };

/** For programs that can make no parts. */
export const uploadFileRoute = createRouter();
uploadFileRoute.openapi(
  apiRoute({
    method: 'post',
    path: '/upload',
    operationId: 'uploadFile',
    scope: 'session',
    keyScope: 'upload',
    admit: lockedFirst(requireSessionAndPartSlot),
    errors: [
      ...PART_SLOT_ERRORS,
      ...RECEIVE_FILE_ERRORS,
      ...STORE_FILE_ERRORS,
      ...REQUIRE_UNLOCKED_ERRORS,
    ],
    tags: ['uploads'],
    summary: 'Upload an image in one request',
    description:
      'Takes one JPEG, PNG, WebP, AVIF or still GIF: as the file of a form, under any name, as the body, or by the ' +
      'address of the form field or query parameter `url`. Where pipeline 1 is in use, GIFs and WebPs may move. The ' +
      'service makes the variants, without metadata, and answers once the image is shown, after 15 seconds at most. ' +
      'The same file with the same visibility, sent again by the same key, gives the same image for a day, with status 200.',
    request: {
      query: z.object({
        format: z.enum(['json', 'text']).optional().openapi({
          description: '`text` answers with the image’s URL alone',
        }),
        url: z
          .string()
          .max(URL_MAX_CHARACTERS)
          .optional()
          .openapi({ description: 'The address of an image on the web' }),
      }),
      body: {
        required: true,
        content: {
          'multipart/form-data': { schema: registerFileForm(uploadFileRoute) },
          'image/*': { schema: z.string().openapi({ format: 'binary' }) },
        },
      },
    },
    responses: {
      200: {
        description: 'The image that this file has already',
        content: { ...jsonContent(FileAnswer), ...TEXT },
      },
      201: {
        description: 'A new image',
        content: { ...jsonContent(FileAnswer), ...TEXT },
      },
    },
  }),
  async (c) => {
    const stored = await storeFile(c.env.services, c.var.actor, {
      receive: openFile(c),
      onTransferred: () => c.var.partSlot.release(),
    });
    const file = await toUploadedFile(c, stored);
    const status = stored.isNew ? 201 : 200;
    return c.req.query('format') === 'text'
      ? c.text(`${file.url}\n`, status)
      : c.json(toFileAnswer(file), status);
  },
);
