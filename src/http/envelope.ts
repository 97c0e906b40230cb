import { z } from '@hono/zod-openapi';

/** The schema of a success envelope around `data`. */
export const envelopeOf = <Data extends z.ZodType>(data: Data) =>
  z.object({ code: z.literal(0), message: z.string(), data });

export const ErrorEnvelope = z
  .object({
    code: z.int().openapi({ example: 3000, description: 'Error code, see the table of errors' }),
    message: z.string(),
    data: z.unknown().optional(),
    request_id: z.string(),
  })
  .openapi('Error');

/** A success envelope: code 0 and the data. */
export const success = <Data>(data: Data): { code: 0; message: string; data: Data } => ({
  code: 0,
  message: 'ok',
  data,
});

export const jsonContent = <Schema extends z.ZodType>(schema: Schema) => ({
  'application/json': { schema },
});

/** The `responses` of a route: one success status with its data, and errors as the table says. */
export const answers = <Status extends 200 | 201 | 202, Data extends z.ZodType>(
  status: Status,
  description: string,
  data: Data,
) =>
  ({
    [status]: { description, content: jsonContent(envelopeOf(data)) },
    default: { description: 'An error of the table', content: jsonContent(ErrorEnvelope) },
  }) as {
    [Key in Status]: {
      description: string;
      content: { 'application/json': { schema: ReturnType<typeof envelopeOf<Data>> } };
    };
  };
