import { z } from '@hono/zod-openapi';

/** Text that fits `pattern`, which the API document shows without its flags: JSON Schema knows none. */
export function textMatching(pattern: RegExp, message: string) {
  return z.string().regex(pattern, message).openapi({ pattern: pattern.source });
}
