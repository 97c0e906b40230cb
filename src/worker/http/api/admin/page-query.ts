import { z } from '@hono/zod-openapi';
import { pageCursor, PageLimit } from '../../page-limit.ts';

export const PageQuery = z.object({
  cursor: pageCursor(64),
  limit: PageLimit,
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
