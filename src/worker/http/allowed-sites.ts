import type { Config } from '../config.ts';
import type { ErrorName } from '../domain/errors.ts';
import type { OpenedImage } from '../domain/delivery/read-object.ts';

export const ALLOWED_SITES_ERRORS = ['permission_denied'] as const satisfies readonly ErrorName[];

/**
 * Whether a page that the owner's list does not name refers to the image. Requests without a referrer, and those from our
 * own hosts, are never foreign; a listed host covers its subdomains.
 */
export function isFromForeignSite(
  { headers, url }: Pick<Request, 'headers' | 'url'>,
  { allowedSites }: Pick<OpenedImage['record'], 'allowedSites'>,
  { PUBLIC_BASE_URL }: Pick<Config, 'PUBLIC_BASE_URL'>,
): boolean {
  if (allowedSites === undefined) return false;
  const host = webHostOf(headers.get('Referer') ?? '');
  if (host === null || host === webHostOf(url) || host === webHostOf(PUBLIC_BASE_URL)) return false;
  return !allowedSites.split(' ').some((site) => host === site || host.endsWith(`.${site}`));
}

/** Null for what is no address of the web, as an app's name. */
function webHostOf(text: string): string | null {
  const url = URL.parse(text);
  return url !== null && /^https?:$/u.test(url.protocol) ? url.hostname : null;
}
