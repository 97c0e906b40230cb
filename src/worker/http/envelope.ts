import { z } from '@hono/zod-openapi';
import type { ErrorName } from '../domain/errors.ts';
import { WIRE_ERRORS } from './wire-errors.ts';

/** All answers but images and archives. */
export const ANSWER_TYPE = 'application/json';

/** With a `Retry-After`. */
const LATER_STATUSES = new Set([429, 503]);

export const ERRORS_ANYWHERE: readonly ErrorName[] = [
  'internal_error',
  'database_error',
  'database_unavailable',
  'cache_unavailable',
];

/** Of operations without input: the service refuses none of their requests. */
export const REFUSED_BEFORE = {
  '4XX': {
    description:
      'From servers in front of the service alone: the request is malformed, or its headers are too long',
  },
} as const;

export const ErrorEnvelope = z
  .object({
    code: z.int().openapi({ description: 'Its number in the table of errors' }),
    message: z.string().openapi({ description: 'For people' }),
    data: z.unknown().optional(),
    request_id: z.string().openapi({ description: 'What the operator finds it by' }),
  })
  .openapi('ErrorAnswer');

const RETRY_AFTER = z.object({
  'Retry-After': z.string().openapi({ description: 'Seconds until it may work', example: '10' }),
});

const CHALLENGE = z.object({
  'WWW-Authenticate': z.string().openapi({ description: 'How to sign in', example: 'Bearer' }),
});

export function success<Data>(data: Data): { code: 0; message: string; data: Data } {
  return { code: 0, message: 'ok', data };
}

export function answers<Status extends 200 | 201 | 202, Data extends z.ZodType>(
  status: Status,
  description: string,
  data: Data,
) {
  return { [status]: { description, content: jsonContent(envelopeOf(data)) } } as {
    [Key in Status]: {
      description: string;
      content: { 'application/json': { schema: ReturnType<typeof envelopeOf<Data>> } };
    };
  };
}

/** Without data. */
export function acknowledges(description: string) {
  const schema = z.strictObject({ code: z.literal(0), message: z.string() });
  return { 200: { description, content: jsonContent(schema) } };
}

export function describeErrors(names: readonly ErrorName[]) {
  const byStatus = Map.groupBy(new Set(names), (name) => WIRE_ERRORS[name].status);
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [status, describeErrorsOf(status, group)]),
  );
}

export function jsonContent<Schema extends z.ZodType>(schema: Schema) {
  return { [ANSWER_TYPE]: { schema } };
}

export function envelopeOf<Data extends z.ZodType>(data: Data) {
  return z.object({ code: z.literal(0), message: z.string(), data });
}

function describeErrorsOf(status: number, names: readonly ErrorName[]) {
  const codes = [...new Set(names.map((name) => WIRE_ERRORS[name].code))].toSorted((a, b) => a - b);
  const schema = ErrorEnvelope.extend({ code: z.int().openapi({ enum: codes }) });
  return {
    description: names
      .map((name) => `${WIRE_ERRORS[name].code} ${WIRE_ERRORS[name].message}`)
      .join('; '),
    ...(LATER_STATUSES.has(status) ? { headers: RETRY_AFTER } : {}),
    ...(status === 401 ? { headers: CHALLENGE } : {}),
    content: { [ANSWER_TYPE]: { schema, examples: Object.fromEntries(names.map(giveExample)) } },
  };
}

function giveExample(name: ErrorName) {
  const { code, message } = WIRE_ERRORS[name];
  return [name, { value: { code, message, request_id: 'b3Blbi1zZXNhbWUtMDAwMQ' } }] as const;
}
