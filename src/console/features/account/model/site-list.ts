import {
  ALLOWED_SITES_MAX_CHARACTERS,
  MAX_ALLOWED_SITES,
  toSiteHost,
} from '../../../../shared/site-hosts.ts';

/** `wrong` is the first line that names no host; it is empty when the list is too long. */
export type SiteList = { readonly sites: readonly string[] } | { readonly wrong: string };

/** Reads one host a line. Of a pasted address, the host counts. */
export function readSites(text: string): SiteList {
  const lines = text.split(/\s+/u).filter((line) => line !== '');
  const sites = new Set<string>();
  for (const line of lines) {
    const host = toSiteHost(line.replace(/^https?:\/\//iu, '').replace(/[/?#].*$/u, ''));
    if (host === null) return { wrong: line };
    sites.add(host);
  }
  const list = [...sites];
  const isLong =
    list.length > MAX_ALLOWED_SITES || list.join(' ').length > ALLOWED_SITES_MAX_CHARACTERS;
  return isLong ? { wrong: '' } : { sites: list };
}
