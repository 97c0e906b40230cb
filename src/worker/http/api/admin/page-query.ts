import { z } from '@hono/zod-openapi';
import { textMatching } from '../../text-matching.ts';

const LIMIT_MAX = 100;

export const PageQuery = z.object({
  cursor: z
    .string()
    .max(64)
    .default('')
    .openapi({ description: '`next_cursor` of the page before' }),
  limit: textMatching(/^\d{1,3}$/u, 'must be an integer')
    .transform(Number)
    .pipe(z.int().min(1).max(LIMIT_MAX))
    .default(20)
    .openapi({ type: 'integer', minimum: 1, maximum: LIMIT_MAX, default: 20 }),
});

export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item),
    next_cursor: z.string().openapi({ description: 'Empty when no more follow' }),
    has_more: z.boolean(),
  });
}

export function toPage<Item>(items: Item[], nextCursor: string) {
  return { items, next_cursor: nextCursor, has_more: nextCursor !== '' };
}
