import { z } from '@hono/zod-openapi';

/** The API document omits the pattern's flags: JSON Schema has none. */
export function textMatching(pattern: RegExp, message: string) {
  return z.string().regex(pattern, message).openapi({ pattern: pattern.source });
}

export function sha256Text() {
  const message = 'must be 64 lowercase hexadecimal characters';
  return textMatching(/^[0-9a-f]{64}$/u, message).openapi({ minLength: 64, maxLength: 64 });
}
