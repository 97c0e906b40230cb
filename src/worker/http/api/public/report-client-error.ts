import { z } from '@hono/zod-openapi';
import type { Next } from 'hono';
import {
  ADMIT_CLIENT_ERROR_ERRORS,
  admitClientError,
} from '../../../domain/site/admit-client-error.ts';
import { CLIENT_ERROR_KINDS, reportClientError } from '../../../domain/site/report-client-error.ts';
import { VARS } from '../../../config.ts';
import type { AppContext } from '../../env.ts';
import { acknowledges, ANSWER_TYPE, jsonContent } from '../../envelope.ts';
import { limitBody } from '../../middleware/body-limit.ts';
import { apiRoute } from '../../route.ts';
import { createRouter } from '../../router.ts';
import { readClientAddress } from '../../read-client-address.ts';

/** Whatever is within the length of the whole report. */
const TEXT_MAX_LENGTH = Number(VARS.CLIENT_ERROR_MAX_BYTES.fallback);
const OptionalText = z.string().nullish().openapi({ maxLength: TEXT_MAX_LENGTH });

const ClientErrorReport = z
  .object({
    kind: z.enum(CLIENT_ERROR_KINDS),
    message: z.string().min(1).openapi({ maxLength: TEXT_MAX_LENGTH }),
    stack: OptionalText,
    component_stack: OptionalText,
    source: OptionalText.openapi({ description: 'File and position' }),
    path: OptionalText.openapi({ description: 'Route of the page' }),
  })
  .openapi('ClientErrorReport', {
    example: {
      kind: 'error',
      message: 'x is not a function',
      source: 'https://img.example.org/assets/app.js:10:5',
      path: '/gallery',
    },
  });

export const reportClientErrorRoute = createRouter().openapi(
  apiRoute({
    method: 'post',
    path: '/client-errors',
    operationId: 'reportClientError',
    scope: 'public',
    readBody: readReport,
    errors: ADMIT_CLIENT_ERROR_ERRORS,
    tags: ['public'],
    summary: 'Report an error in a page',
    description:
      'It becomes one line of the log: long texts are cut, and URLs lose query and fragment. The JSON may also come as ' +
      '`text/plain` or without a type, as beacons send it. Refused reports count against the limit, too.',
    request: { body: { required: true, content: jsonContent(ClientErrorReport) } },
    responses: acknowledges('It is in the log'),
  }),
  async (c) => {
    const { kind, message, ...texts } = c.req.valid('json');
    const report = {
      kind,
      message,
      stack: texts.stack ?? null,
      componentStack: texts.component_stack ?? null,
      source: texts.source ?? null,
      path: texts.path ?? null,
    };
    const sender = { address: readClientAddress(c.req.raw.headers), requestId: c.var.requestId };
    reportClientError(c.env.services, report, sender);
    return c.json({ code: 0, message: 'ok' } as const, 200);
  },
);

const limitReport = limitBody(({ CLIENT_ERROR_MAX_BYTES }) => CLIENT_ERROR_MAX_BYTES);

async function readReport(c: AppContext, next: Next): Promise<void> {
  const { headers } = c.req.raw;
  await admitClientError(c.env.services, readClientAddress(headers));
  await limitReport(c, () => {
    if (isPlainText(headers.get('Content-Type'))) {
      const typed = new Headers(headers);
      typed.set('Content-Type', ANSWER_TYPE);
      c.req.raw = new Request(c.req.raw, { headers: typed });
    }
    return next();
  });
}

function isPlainText(type: string | null): boolean {
  return type === null || /^(text\/plain *(;|$)|$)/iu.test(type);
}
