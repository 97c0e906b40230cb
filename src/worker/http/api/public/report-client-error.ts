import { z } from '@hono/zod-openapi';
import {
  CLIENT_ERROR_KINDS,
  REPORT_CLIENT_ERROR_ERRORS,
  reportClientError,
} from '../../../domain/site/report-client-error.ts';
import { acknowledges, jsonContent } from '../../envelope.ts';
import { limitBody } from '../../middleware/body-limit.ts';
import { apiRoute } from '../../route.ts';
import { createRouter } from '../../router.ts';
import { readClientAddress } from '../../client-address.ts';

const ClientErrorReport = z
  .object({
    kind: z.enum(CLIENT_ERROR_KINDS),
    message: z.string().min(1),
    stack: z.string().optional(),
    component_stack: z.string().optional(),
    source: z.string().optional().openapi({ description: 'File and position' }),
    path: z.string().optional().openapi({ description: 'Route of the page' }),
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
    readBody: limitBody(({ CLIENT_ERROR_MAX_BYTES }) => CLIENT_ERROR_MAX_BYTES),
    errors: REPORT_CLIENT_ERROR_ERRORS,
    tags: ['public'],
    summary: 'Report an error in a page',
    description:
      'It becomes one line of the log: long texts are cut, and URLs lose query and fragment.',
    request: { body: { required: true, content: jsonContent(ClientErrorReport) } },
    responses: acknowledges('It is in the log'),
  }),
  async (c) => {
    const { component_stack: componentStack, ...report } = c.req.valid('json');
    const sender = { address: readClientAddress(c.req.raw.headers), requestId: c.var.requestId };
    await reportClientError(c.env.services, { ...report, componentStack }, sender);
    return c.json({ code: 0, message: 'ok' } as const, 200);
  },
);
