import { z } from '@hono/zod-openapi';
import type { Next } from 'hono';
import { DomainError } from '../../../domain/errors.ts';
import { CREATE_IMAGE_ERRORS, createImage } from '../../../domain/legacy/create-image.ts';
import { findRepeated } from '../../../domain/legacy/find-repeated.ts';
import type { ReceiveForm } from '../../../domain/legacy/image-form.ts';
import { PART_SLOT_ERRORS } from '../../../domain/sessions/session-refusals.ts';
import { REQUIRE_UNLOCKED_ERRORS, requireUnlocked } from '../../../domain/uploads/create-upload.ts';
import { answers, success } from '../../envelope.ts';
import type { AppContext } from '../../env.ts';
import { requireSession, requireSessionAndPartSlot } from '../../middleware/session.ts';
import { createRouter } from '../../router.ts';
import { apiRoute } from '../../route.ts';
import { FormParser } from './form-parser.ts';
import { registerImageForm, toImageForm } from './image-form.ts';
import { QueuedUpload, toQueuedUpload } from './queued-upload.ts';
import { READ_FORM_ERRORS, readForm, type FormLimits } from './read-form.ts';

const FORM_TYPE = 'multipart/form-data';
/** Boundaries, headers and texts beside the file. */
const FORM_OVERHEAD_BYTES = 65_536;
const DECIMAL = /^(?:0|[1-9]\d*)$/u;

const IdempotencyKey = z.object({ 'Idempotency-Key': z.string().min(1).max(64).optional() });

/** For deployments that have switched pipeline 2 off. */
export const createImageRoute = createRouter();
createImageRoute.openapi(
  apiRoute({
    method: 'post',
    path: '/images/',
    operationId: 'createImage',
    scope: 'session',
    keyScope: 'upload',
    admit: requireUploader,
    errors: [
      'pipeline_2_required',
      ...PART_SLOT_ERRORS,
      ...READ_FORM_ERRORS,
      ...CREATE_IMAGE_ERRORS,
      ...REQUIRE_UNLOCKED_ERRORS,
    ],
    deprecated: true,
    tags: ['legacy'],
    summary: 'Upload an image as a whole (pipeline 1)',
    description:
      'Answers 4262 where pipeline 2 is in use, unless the key has become an image before: see `v2_enabled` of the ' +
      'recipe. Fields may come in any order. With an ' +
      '`Idempotency-Key`, which lives 24 hours, a request can be sent again: what has become an image is not stored ' +
      'twice, and a request that is still under way gives way to its repetition. Another file or text under the same ' +
      'key is 4091. Such a request must say its `Content-Length` (3000).',
    request: {
      headers: IdempotencyKey,
      body: {
        required: true,
        content: { [FORM_TYPE]: { schema: registerImageForm(createImageRoute) } },
      },
    },
    responses: {
      ...answers(200, 'The upload that this key has already', QueuedUpload),
      ...answers(202, 'The image is stored, and is being processed', QueuedUpload),
    },
  }),
  async (c) => {
    const { upload, isNew } = await createImage(c.env.services, c.var.actor, {
      idempotencyKey: c.req.valid('header')['Idempotency-Key'] ?? null,
      contentLength: readContentLength(c),
      receive: openForm(c),
      onTransferred: () => c.var.partSlot.release(),
    });
    const data = success(toQueuedUpload(upload));
    return isNew ? c.json(data, 202) : c.json(data, 200);
  },
);

/** Refuses what the headers show; the result reads the body, once. */
function openForm(c: AppContext): ReceiveForm {
  const limits = limitsOf(c.env.services.config);
  if ((readContentLength(c) ?? 0) > limits.maxBytes) throw new DomainError('body_too_large');
  const parser = new FormParser(c.req.header('Content-Type') ?? '');
  const { body } = c.req.raw;
  if (body === null) throw new DomainError('file_missing');
  return async (take, signal) => {
    await readForm(body, parser, { ...limits, signal }, ({ bytes }) => take(bytes));
    return toImageForm(parser);
  };
}

export function limitsOf(config: AppContext['env']['services']['config']): FormLimits {
  return {
    maxBytes: config.UPLOAD_MAX_SOURCE_BYTES + FORM_OVERHEAD_BYTES,
    timeoutMs: config.UPLOAD_PART_TIMEOUT_MS,
    slowest: {
      bytesPerSecond: config.UPLOAD_PART_MIN_BYTES_PER_SECOND,
      forMs: config.UPLOAD_PART_SLOW_MS,
    },
  };
}

export function readContentLength(c: AppContext): number | null {
  const text = c.req.header('Content-Length') ?? '';
  return DECIMAL.test(text) ? Number(text) : null;
}

/** Takes a part slot for a body. The account's lock precedes errors of the form. Pipeline 2 answers directly. */
async function requireUploader(c: AppContext, next: Next): Promise<void> {
  if (c.env.services.config.V2_UPLOAD_ENABLED) {
    return requireSession(c, async () => {
      c.res = await answerRepeated(c);
    });
  }
  await requireSessionAndPartSlot(c, next);
  const isRefused = c.res.status >= 400 && c.res.status < 500;
  if (isRefused) requireUnlocked(c.var.actor);
}

/** The first answer may have been lost before pipeline 2 came into use: the image must not be stored again. */
async function answerRepeated(c: AppContext): Promise<Response> {
  const idempotencyKey = c.req.header('Idempotency-Key') ?? '';
  const request = {
    idempotencyKey,
    contentLength: readContentLength(c),
    receive: (take: Parameters<ReceiveForm>[0]) => openForm(c)(take),
  };
  const upload =
    idempotencyKey === '' ? null : await findRepeated(c.env.services, c.var.actor, request);
  if (upload === null) throw new DomainError('pipeline_2_required');
  return c.json(success(toQueuedUpload(upload)), 200);
}
