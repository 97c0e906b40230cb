import { z } from '@hono/zod-openapi';

/** Bounds the rows of one batch. */
const IDS_MAX = 100;

export const TrashChoice = z
  .object({ image_ids: z.array(z.int().min(1).max(Number.MAX_SAFE_INTEGER)).min(1).max(IDS_MAX) })
  .openapi('TrashChoice', { example: { image_ids: [1] } });
