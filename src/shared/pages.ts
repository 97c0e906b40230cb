import type { Language } from './languages.ts';

/** `:name?` is optional. src/console/shell/routes.ts has the pages' modules. */
export const PAGES = {
  start: '/',
  signIn: '/sign-in',
  register: '/register',
  resetPassword: '/reset-password',
  upload: '/upload',
  gallery: '/gallery',
  image: '/images/:id',
  albums: '/albums',
  album: '/albums/:id',
  trash: '/trash',
  account: '/account/:section?',
  administration: '/admin/:section?',
} as const;

export type PageName = keyof typeof PAGES;

export type Visitors = 'everyone' | 'signed_in' | 'signed_out';

const VISITORS: Readonly<Partial<Record<PageName, Visitors>>> = {
  start: 'signed_out',
  signIn: 'everyone',
  register: 'everyone',
  resetPassword: 'everyone',
};

/** In the upload page's query, when the service worker could not keep the shared files. */
export const SHARE_FAILED = 'failed';
export const SHARE_TOO_LARGE = 'too_large';

export function visitorsOf(page: PageName): Visitors {
  return VISITORS[page] ?? 'signed_in';
}

export function toStartDocument(language: Language): string {
  return `/start.${language}.html`;
}

export function toPageDocument(page: PageName): string {
  return `/${page}.html`;
}

/** An id in an address; null for anything else. A number holds each of 15 digits exactly. */
export function readId(text: string | undefined): number | null {
  return text !== undefined && /^[1-9]\d{0,14}$/u.test(text) ? Number(text) : null;
}
