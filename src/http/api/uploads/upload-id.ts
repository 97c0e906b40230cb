import { z } from '@hono/zod-openapi';

/** Any text may stand there: what is nobody's upload id is unknown (4043), not malformed. */
export const UploadIdParam = z.object({
  uploadID: z.string().openapi({ description: '32 URL-safe characters' }),
});
