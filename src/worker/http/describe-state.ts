import { z } from '@hono/zod-openapi';
import type { ErrorName } from '../domain/errors.ts';
import { describeErrors, ERRORS_ANYWHERE, jsonContent, REFUSED_BEFORE } from './envelope.ts';
import { EXPOSITION_TYPE } from './prometheus.ts';

const METRICS_ERRORS: readonly ErrorName[] = [...ERRORS_ANYWHERE, 'sign_in_required'];

/** Outside the prefix of the API, and without its envelope. */
export const STATE_OPERATIONS = [
  {
    method: 'get' as const,
    path: '/health',
    operationId: 'readHealth',
    tags: ['service'],
    summary: 'Whether the Worker runs',
    description: 'Asks neither the database nor the cache.',
    security: [],
    responses: { 200: answer('It runs', 'ok', 'Health'), ...REFUSED_BEFORE },
  },
  {
    method: 'get' as const,
    path: '/ready',
    operationId: 'readReadiness',
    tags: ['service'],
    summary: 'Whether the service can serve',
    description: 'Asks the database and the cache each time.',
    security: [],
    responses: {
      200: answer('It can', 'ready', 'Readiness'),
      ...describeErrors(ERRORS_ANYWHERE),
      ...REFUSED_BEFORE,
    },
  },
  {
    method: 'get' as const,
    path: '/metrics',
    operationId: 'readMetrics',
    tags: ['service'],
    summary: 'Figures for Prometheus',
    description: 'Needs the token of the deployment where `METRICS_TOKEN` is set.',
    security: [{}, { metricsToken: [] }],
    responses: {
      200: {
        description: 'The figures, in the text format 0.0.4',
        content: { [EXPOSITION_TYPE.split(';')[0] ?? '']: { schema: z.string() } },
      },
      ...describeErrors(METRICS_ERRORS),
    },
  },
];

function answer(description: string, status: string, name: string) {
  const schema = z.object({ status: z.literal(status) }).openapi(name);
  return { description, content: jsonContent(schema) };
}
