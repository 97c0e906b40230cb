import { createRoute, z } from '@hono/zod-openapi';
import { DomainError } from '../../../domain/errors.ts';
import { createUpload } from '../../../domain/uploads/create-upload.ts';
import { shapeFault, UploadManifest } from '../../../domain/uploads/manifest.ts';
import { UploadSession, viewSession } from '../../../domain/uploads/session-view.ts';
import { answers, jsonContent, success } from '../../envelope.ts';
import { jsonBodyLimit } from '../../middleware/body-limit.ts';
import { requireSession } from '../../middleware/session.ts';
import { createRouter, describeIssues } from '../../router.ts';
import { SESSION_SECURITY } from '../security.ts';
import { putUrl } from './put-url.ts';

const IdempotencyKey = z.object({ 'Idempotency-Key': z.string().min(1).max(64) });

export const createUploadRoute = createRouter().openapi(
  createRoute({
    method: 'post',
    path: '/uploads/',
    tags: ['uploads'],
    summary: 'Open an upload session and reserve its storage',
    description:
      'The key lives 24 hours. The same key with an identical manifest gives the existing session with status 200.',
    security: SESSION_SECURITY,
    middleware: [requireSession, jsonBodyLimit] as const,
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
    const { session, isNew } = await createUpload(services, c.var.actor, {
      idempotencyKey: c.req.valid('header')['Idempotency-Key'],
      manifest: c.req.valid('json'),
    });
    const data = success(viewSession(session, services.clock.now(), putUrl));
    return isNew ? c.json(data, 201) : c.json(data, 200);
  },
  (result) => {
    if (result.success) return;
    if (result.target !== 'json')
      throw new DomainError('invalid_parameter', { message: describeIssues(result.error) });
    const { error, message } = shapeFault(result.error);
    throw new DomainError(error, { message });
  },
);
