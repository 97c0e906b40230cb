import { z } from '@hono/zod-openapi';
import { textMatching } from './text-matching.ts';

const LIMIT_MAX = 100;

/** How many entries a page has, as a query parameter: 1 to 100, 20 by default. */
export const PageLimit = textMatching(/^\d{1,3}$/u, 'must be an integer')
  .transform(Number)
  .pipe(z.int().min(1).max(LIMIT_MAX))
  .default(20)
  .openapi({ type: 'integer', minimum: 1, maximum: LIMIT_MAX, default: 20 });

/** The cursor of a page, as a query parameter; '' for the first page. */
export function pageCursor(maxLength: number) {
  return z
    .string()
    .max(maxLength)
    .default('')
    .openapi({ description: '`next_cursor` of the page before' });
}
