import { isPagePath, PAGES } from '../../../../shared/pages.ts';
import { toDecodablePath } from '../../../state/decodable-path.ts';

/** Stands for wherever the console is; its own name would prove nothing. */
const OWN_ORIGIN = 'https://own.invalid';

const WAYS_IN: ReadonlySet<string> = new Set([PAGES.signIn, PAGES.register, PAGES.start]);

/**
 * Where to go on after a sign-in: `next` when it is the path of a page of the console that asks to sign in, else null.
 * No other site is ever gone to.
 */
export function readNext(next: string | undefined): string | null {
  if (next === undefined || !next.startsWith('/')) return null;
  // Not all browsers that the console is built for have `URL.parse`.
  if (!URL.canParse(next, OWN_ORIGIN)) return null;
  const { origin, pathname, search, hash } = new URL(next, OWN_ORIGIN);
  if (origin !== OWN_ORIGIN) return null;
  if (!isPagePath(pathname) || isWayIn(pathname)) return null;
  return `${toDecodablePath(pathname)}${search}${hash}`;
}

/** Whether a path is one from which people go on once they are signed in. */
export function isWayIn(path: string): boolean {
  return WAYS_IN.has(path);
}

/** The address of a way in that goes on to `next`. */
export function withNext(path: string, next: string | null): string {
  return next === null ? path : `${path}?next=${encodeURIComponent(next)}`;
}
