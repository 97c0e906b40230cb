import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { AppContext } from './env.ts';

/** Both carry the `__Host-` prefix: Secure, this host alone, the whole site (RFC 6265bis, section 4.1.3.2). */
const SESSION_COOKIE = 'session_token';
const CSRF_COOKIE = 'csrf_token';

const optionsOf = (c: AppContext, httpOnly: boolean) =>
  ({
    prefix: 'host',
    path: '/',
    secure: true,
    sameSite: 'Strict',
    httpOnly,
    maxAge: Math.floor(c.env.services.config.SESSION_TTL_MS / 1000),
  }) as const;

export const readSessionCookie = (c: AppContext): string | undefined =>
  getCookie(c, SESSION_COOKIE, 'host');

export const readCsrfCookie = (c: AppContext): string | undefined =>
  getCookie(c, CSRF_COOKIE, 'host');

export const setSessionCookie = (c: AppContext, token: string): void =>
  setCookie(c, SESSION_COOKIE, token, optionsOf(c, true));

/** Readable by scripts, which repeat it in a header. It outlives its record, so that the page knows to refresh it. */
export const setCsrfCookie = (c: AppContext, token: string): void =>
  setCookie(c, CSRF_COOKIE, token, optionsOf(c, false));

export const clearCookies = (c: AppContext): void => {
  deleteCookie(c, SESSION_COOKIE, optionsOf(c, true));
  deleteCookie(c, CSRF_COOKIE, optionsOf(c, false));
};
