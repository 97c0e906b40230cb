import { z } from '@hono/zod-openapi';

const KEY_MAX_CHARACTERS = 64;

/** Read by `requireSessionOrQueryKey`. */
export const KeyQuery = z.object({
  key: z.string().max(KEY_MAX_CHARACTERS).optional().openapi({ description: 'An API key' }),
});
