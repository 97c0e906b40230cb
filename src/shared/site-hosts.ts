/** Hosts in an account's list of sites, and the length of them all with spaces between. */
export const MAX_ALLOWED_SITES = 50;
export const ALLOWED_SITE_MAX_CHARACTERS = 253;
export const ALLOWED_SITES_MAX_CHARACTERS = 2000;

/** In lower case and ASCII, as browsers send it; null for what is more or less than a host. */
export function toSiteHost(text: string): string | null {
  const url = URL.parse(`https://${text}`);
  const host = url?.hostname ?? '';
  const isHost = /^[\w.:[\]-]+$/u.test(host) && url?.href === `https://${host}/`;
  return isHost && host.length <= ALLOWED_SITE_MAX_CHARACTERS ? host : null;
}
