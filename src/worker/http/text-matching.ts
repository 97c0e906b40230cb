import { z } from '@hono/zod-openapi';

/** The API document omits the pattern's flags: JSON Schema has none. */
export function textMatching(pattern: RegExp, message: string) {
  return z.string().regex(pattern, message).openapi({ pattern: pattern.source });
}
