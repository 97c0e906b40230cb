import { z } from '@hono/zod-openapi';

/** The id in a path. Ids beyond 2^53 lose digits here, but no image has one. Anything else is 3001. */
export const ImageIdParam = z.object({
  id: z
    .string()
    .regex(/^[1-9]\d{0,19}$/u, 'must be a positive integer')
    .transform(Number)
    .openapi({ type: 'integer', format: 'int64', minimum: 1, example: 1 }),
});
