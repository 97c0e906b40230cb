import { z } from '@hono/zod-openapi';
import { textMatching } from '../../text-matching.ts';

/** Other text is an invalid_id. */
export const Id = textMatching(/^[1-9]\d{0,15}$/u, 'must be a positive integer')
  .transform(Number)
  .openapi({ type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER, example: 1 });

export const IdParam = z.object({ id: Id });
