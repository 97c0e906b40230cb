import { z } from '@hono/zod-openapi';

export const ErrorEnvelope = z
  .object({
    code: z.int().openapi({ example: 3000, description: 'Error code, see the table of errors' }),
    message: z.string(),
    data: z.unknown().optional(),
    request_id: z.string(),
  })
  .openapi('Error');

/** Wraps data in a success envelope: code 0 and the data. */
export function success<Data>(data: Data): { code: 0; message: string; data: Data } {
  return { code: 0, message: 'ok', data };
}

/** Describes the `responses` of a route: one success status with its data, and the errors of the table. */
export function answers<Status extends 200 | 201 | 202, Data extends z.ZodType>(
  status: Status,
  description: string,
  data: Data,
) {
  return {
    [status]: { description, content: jsonContent(envelopeOf(data)) },
    default: { description: 'An error of the table', content: jsonContent(ErrorEnvelope) },
  } as {
    [Key in Status]: {
      description: string;
      content: { 'application/json': { schema: ReturnType<typeof envelopeOf<Data>> } };
    };
  };
}

export function jsonContent<Schema extends z.ZodType>(schema: Schema) {
  return { 'application/json': { schema } };
}

/** The schema of a success envelope around `data`. */
export function envelopeOf<Data extends z.ZodType>(data: Data) {
  return z.object({ code: z.literal(0), message: z.string(), data });
}
