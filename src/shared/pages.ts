import type { Language } from './languages.ts';

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

export type PageName = keyof typeof PAGES;

/** The path of the document that has the start page drawn in a language already. */
export function toStartDocument(language: Language): string {
  return `/start.${language}.html`;
}

/** The path of the document that names, beside what every page loads, what this one does. */
export function toPageDocument(page: PageName): string {
  return `/${page}.html`;
}

const NAMES = Object.keys(PAGES) as PageName[];

const PATTERNS = new Map(NAMES.map((name) => [name, toPattern(PAGES[name])]));

/** The page of the console that has this path. */
export function findPage(path: string): PageName | undefined {
  return NAMES.find((name) => PATTERNS.get(name)?.test(path));
}

/** Whether a page of the console has this path. */
export function isPagePath(path: string): boolean {
  return findPage(path) !== undefined;
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
