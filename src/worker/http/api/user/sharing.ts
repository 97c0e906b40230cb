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
  show_camera: z.boolean().openapi({
    description: 'Share pages show date, camera and exposure of a photograph, never its place',
  }),
  keep_location: z.boolean().openapi({
    description:
      'Uploads from now on keep the place where they were taken, for the owner alone. Off, the service drops it.',
  }),
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
  const { allowedSites } = wishes;
  return {
    show_name: wishes.showName,
    show_camera: wishes.showCamera,
    keep_location: wishes.keepLocation,
    allow_indexing: wishes.allowIndexing,
    allow_full_size: wishes.allowFullSize,
    allowed_sites: allowedSites === null ? null : [...allowedSites],
  };
}
