/**
 * The paths of the console's pages, by what they show. A segment that begins with a colon stands for anything, one with a
 * question mark behind it may be missing. The Worker answers them with the console, whose router takes the same ones.
 */
export const PAGES = {
  start: '/',
  signIn: '/sign-in',
  register: '/register',
  upload: '/upload',
  gallery: '/gallery',
  image: '/images/:id',
  account: '/account/:section?',
  administration: '/admin/:section?',
} as const;

/** What the page for uploads is told, in place of nothing, when what was shared could not be kept for it. */
export const SHARE_FAILED = 'failed';

const PATTERNS = Object.values(PAGES).map(toPattern);

/** Whether a page of the console has this path. */
export function isPagePath(path: string): boolean {
  return PATTERNS.some((pattern) => pattern.test(path));
}

function toPattern(template: string): RegExp {
  const segments = template
    .split('/')
    .slice(1)
    .map((segment) => {
      if (!segment.startsWith(':')) return `/${segment}`;
      return segment.endsWith('?') ? '(?:/[^/]+)?' : '/[^/]+';
    });
  return new RegExp(`^${segments.join('')}$`, 'u');
}
