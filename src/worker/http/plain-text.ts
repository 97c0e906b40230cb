import { z } from '@hono/zod-openapi';
import { CONTROL_CHARACTERS } from '../../shared/entry-rules.ts';

/** Text of one line. Length in UTF-16 units. */
export function plainText(maxLength: number) {
  return z
    .string()
    .max(maxLength)
    .refine((text) => text.search(CONTROL_CHARACTERS) < 0, 'must not hold control characters');
}
