import { NEGOTIATED, RENDITION_FORMATS } from '../../shared/renditions.ts';
import type { DeliveryLink } from '../domain/links/parse-link.ts';

const REFUSED = /^q=0(?:\.0{0,3})?$/u;

/**
 * Of an `auto` rendition the format that the client names in `Accept`: AVIF, for which `auto` stays (WebP replaces it in
 * large sizes), WebP, or else JPEG. Wildcards name none, because clients that read neither send them.
 */
export function negotiateRendition(link: DeliveryLink, accept: string | null): DeliveryLink {
  if (link.form !== 'rendition' || link.extension !== NEGOTIATED) return link;
  const accepted = readTypes(accept ?? '');
  if (accepted.has(RENDITION_FORMATS.avif)) return link;
  return { ...link, extension: accepted.has(RENDITION_FORMATS.webp) ? 'webp' : 'jpg' };
}

function readTypes(accept: string): Set<string> {
  const types = new Set<string>();
  for (const part of accept.toLowerCase().split(',')) {
    const [type = '', ...parameters] = part.split(';').map((text) => text.trim());
    if (!parameters.some((parameter) => REFUSED.test(parameter))) types.add(type);
  }
  return types;
}
