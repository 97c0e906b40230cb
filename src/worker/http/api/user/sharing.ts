import { z } from '@hono/zod-openapi';
import type { Sharing as SharingWishes } from '../../../domain/images/read-sharing.ts';

const FIELDS = {
  show_name: z.boolean().openapi({ description: 'Share pages name the owner' }),
  allow_indexing: z.boolean().openapi({ description: 'Search engines may list share pages' }),
};

export const Sharing = z.object(FIELDS).openapi('Sharing');

export const SharingChange = z
  .object(FIELDS)
  .partial()
  .openapi('SharingChange', { example: { show_name: true } });

export function toSharing({ showName, allowIndexing }: SharingWishes): z.infer<typeof Sharing> {
  return { show_name: showName, allow_indexing: allowIndexing };
}
