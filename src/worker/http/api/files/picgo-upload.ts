import { z } from '@hono/zod-openapi';
import { DomainError } from '../../../domain/errors.ts';
import { GrowingBuffer } from '../../../domain/files/growing-buffer.ts';
import { STORE_FILE_ERRORS, storeReceived } from '../../../domain/files/store-file.ts';
import { REQUIRE_UNLOCKED_ERRORS } from '../../../domain/uploads/create-upload.ts';
import { jsonContent } from '../../envelope.ts';
import type { AppContext } from '../../env.ts';
import { requireSessionOrQueryKey } from '../../middleware/session.ts';
import { lockedFirst } from './locked-first.ts';
import { apiRoute } from '../../route.ts';
import { createRouter } from '../../router.ts';
import { limitsOf, readContentLength } from '../legacy/create-image.ts';
import { FormParser } from '../legacy/form-parser.ts';
import { READ_FORM_ERRORS, readForm } from '../legacy/read-form.ts';
import { PICGO_MAX_FILES, registerPicgoForm } from './file-form.ts';
import { toUploadedFile, UploadedFile } from './file-answer.ts';
import { KeyQuery } from './picgo-key.ts';
import { formOf } from './receive-file.ts';

const PicgoAnswer = z.object({
  success: z.literal(true),
  result: z.array(z.string()),
  fullResult: z.array(UploadedFile.extend({ imgUrl: z.string() }).openapi('PicgoFile')),
});

/** The protocol of PicGo's own server, for editors that know no other. */
export const picgoUploadRoute = createRouter();
picgoUploadRoute.openapi(
  apiRoute({
    method: 'post',
    path: '/picgo/upload',
    operationId: 'uploadByPicgo',
    scope: 'session',
    keyScope: 'upload',
    admit: lockedFirst(requireSessionOrQueryKey),
    errors: [...READ_FORM_ERRORS, ...STORE_FILE_ERRORS, ...REQUIRE_UNLOCKED_ERRORS],
    tags: ['uploads'],
    summary: 'Upload images as to a PicGo server',
    description:
      `Takes a form with at most ${PICGO_MAX_FILES} files, under any names, and answers once all are shown. An API key that ` +
      'allows uploads alone may stand in the query as `key`, for programs that can set no header. A refused file ends ' +
      'the request; the files before it are stored, and are known when they are sent again.',
    request: {
      query: KeyQuery,
      body: {
        required: true,
        content: {
          'multipart/form-data': { schema: registerPicgoForm(picgoUploadRoute) },
        },
      },
    },
    responses: { 200: { description: 'All are stored', content: jsonContent(PicgoAnswer) } },
  }),
  async (c) => {
    const files = await storeAll(c);
    return c.json(
      {
        success: true as const,
        result: files.map(({ url }) => url),
        fullResult: files.map((file) => ({ ...file, imgUrl: file.url })),
      },
      200,
    );
  },
);

/** Stores each file before the next one is read: the form as a whole may not fit into memory. */
async function storeAll(c: AppContext): Promise<UploadedFile[]> {
  const { config } = c.env.services;
  const { body } = c.req.raw;
  const { maxBytes, timeoutMs, slowest } = limitsOf(config);
  const parser = new FormParser(c.req.header('Content-Type') ?? '', {
    field: null,
    most: PICGO_MAX_FILES,
  });
  const limits = {
    maxBytes: maxBytes * PICGO_MAX_FILES,
    timeoutMs: timeoutMs * PICGO_MAX_FILES,
    slowest,
  };
  if ((readContentLength(c) ?? 0) > limits.maxBytes) throw new DomainError('body_too_large');
  if (body === null) throw new DomainError('file_missing');
  const stored: UploadedFile[] = [];
  let buffer = new GrowingBuffer(config.UPLOAD_MAX_SOURCE_BYTES);
  const store = async (): Promise<void> => {
    const form = formOf(c, parser.filenames[stored.length] ?? '');
    const file = { bytes: buffer.finish(), form };
    buffer = new GrowingBuffer(config.UPLOAD_MAX_SOURCE_BYTES);
    stored.push(await toUploadedFile(c, await storeReceived(c.env.services, c.var.actor, file)));
  };
  await readForm(body, parser, limits, async ({ file, bytes }) => {
    while (stored.length < file) await store();
    buffer.append(bytes);
  });
  while (stored.length < Math.max(1, parser.filenames.length)) await store();
  return stored;
}
