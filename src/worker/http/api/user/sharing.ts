import { z } from '@hono/zod-openapi';
import {
  ALLOWED_SITE_MAX_CHARACTERS,
  ALLOWED_SITES_MAX_CHARACTERS,
  MAX_ALLOWED_SITES,
  toSiteHost,
} from '../../../../shared/site-hosts.ts';
import type { Sharing as SharingWishes } from '../../../domain/images/read-sharing.ts';

/** A host in its ASCII form; its subdomains belong to it. */
const Site = z
  .string()
  .max(ALLOWED_SITE_MAX_CHARACTERS)
  .transform((text, context) => {
    const host = toSiteHost(text);
    if (host !== null) return host;
    context.addIssue('must be a host, as example.org');
    return z.NEVER;
  })
  .openapi({ type: 'string', maxLength: ALLOWED_SITE_MAX_CHARACTERS, example: 'example.org' });

const FIELDS = {
  show_name: z.boolean().openapi({ description: 'Share pages name the owner' }),
  allow_indexing: z.boolean().openapi({ description: 'Search engines may list share pages' }),
  allow_full_size: z.boolean().openapi({
    description:
      'Whoever may see an image gets renditions wider than its published form, made from the full-size image',
  }),
  allowed_sites: z
    .array(Site)
    .max(MAX_ALLOWED_SITES)
    .refine(isShort, 'are too long together')
    .nullable()
    .openapi({
      description:
        'Hosts whose pages may show or link the direct links of the images, with their subdomains; null for all',
    }),
};

export const Sharing = z.object(FIELDS).openapi('Sharing');

export const SharingChange = z
  .object(FIELDS)
  .partial()
  .openapi('SharingChange', { example: { show_name: true, allowed_sites: ['example.org'] } });

function isShort(sites: readonly string[]): boolean {
  return sites.join(' ').length <= ALLOWED_SITES_MAX_CHARACTERS;
}

export function toSharing(wishes: SharingWishes): z.infer<typeof Sharing> {
  const { showName, allowIndexing, allowFullSize, allowedSites } = wishes;
  const sites = allowedSites === null ? null : [...allowedSites];
  return {
    show_name: showName,
    allow_indexing: allowIndexing,
    allow_full_size: allowFullSize,
    allowed_sites: sites,
  };
}
