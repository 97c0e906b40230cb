import { z } from '@hono/zod-openapi';
import type { Next } from 'hono';
import { DomainError } from '../../../domain/errors.ts';
import {
  CREATE_UPLOAD_ERRORS,
  createUpload,
  requireUnlocked,
} from '../../../domain/uploads/create-upload.ts';
import { answers, jsonContent, success } from '../../envelope.ts';
import type { AppContext } from '../../env.ts';
import { requireSession } from '../../middleware/session.ts';
import { createRouter, refuseWith } from '../../router.ts';
import { apiRoute } from '../../route.ts';
import { readManifest, shapeFault, UploadManifest } from './read-manifest.ts';
import { toUploadSession, UploadSession } from './upload-session.ts';

const IdempotencyKey = z.object({ 'Idempotency-Key': z.string().min(1).max(64) });

export const createUploadRoute = createRouter().openapi(
  apiRoute({
    method: 'post',
    path: '/uploads/',
    operationId: 'createUpload',
    scope: 'session',
    keyScope: 'upload',
    admit: requireUploader,
    errors: ['recipe_unsupported', ...CREATE_UPLOAD_ERRORS],
    tags: ['uploads'],
    summary: 'Open an upload session and reserve its storage',
    description:
      'The key lives 24 hours. The same key with an identical manifest returns the existing session with status 200.',
    request: {
      headers: IdempotencyKey,
      body: { required: true, content: jsonContent(UploadManifest) },
    },
    responses: {
      ...answers(200, 'The session that this key has already', UploadSession),
      ...answers(201, 'A new session', UploadSession),
    },
  }),
  async (c) => {
    const { services } = c.env;
    const { upload, isNew } = await createUpload(services, c.var.actor, {
      idempotencyKey: c.req.valid('header')['Idempotency-Key'],
      ...(await readManifest(c.req.valid('json'))),
    });
    const data = success(toUploadSession(upload, services.clock.now()));
    return isNew ? c.json(data, 201) : c.json(data, 200);
  },
  (result) => {
    if (result.success) return;
    if (result.target !== 'json') refuseWith('invalid_parameter')(result);
    const { error, message } = shapeFault(result.error);
    throw new DomainError(error, { message });
  },
);

/** The lock of an account that awaits deletion precedes all errors of the body, except for a repeated upload. */
async function requireUploader(c: AppContext, next: Next): Promise<void> {
  await requireSession(c, next);
  const isRefused = c.res.status >= 400 && c.res.status < 500;
  if (isRefused) requireUnlocked(c.var.actor);
}
