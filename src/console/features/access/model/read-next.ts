import { isPagePath } from '../../../../shared/find-page.ts';
import { PAGES } from '../../../../shared/pages.ts';
import { toDecodablePath } from '../../../state/decodable-path.ts';

/** A placeholder for the console's origin. */
const OWN_ORIGIN = 'https://own.invalid';

const WAYS_IN: ReadonlySet<string> = new Set([
  PAGES.signIn,
  PAGES.register,
  PAGES.resetPassword,
  PAGES.start,
]);

/** Null unless it is a page of the console that requires a session: never another origin. */
export function readNext(next: string | undefined): string | null {
  if (next === undefined || !next.startsWith('/')) return null;
  // Some supported browsers lack `URL.parse`.
  if (!URL.canParse(next, OWN_ORIGIN)) return null;
  const { origin, pathname, search, hash } = new URL(next, OWN_ORIGIN);
  if (origin !== OWN_ORIGIN) return null;
  if (!isPagePath(pathname) || isWayIn(pathname)) return null;
  return `${toDecodablePath(pathname)}${search}${hash}`;
}

export function isWayIn(path: string): boolean {
  return WAYS_IN.has(path);
}
