import type { Context } from 'hono';
import { deleteCookie, setCookie } from 'hono/cookie';
import { parse } from 'hono/utils/cookie';
import { parseBearer } from '../lib/bearer.ts';
import type { AppContext, AppEnv } from './env.ts';

/** `__Host-`: Secure, this host alone, the whole site (RFC 6265bis, section 4.1.3.2). */
const SESSION_COOKIE = 'session_token';
const CSRF_COOKIE = 'csrf_token';

export function readSessionCookie(headers: Headers): string | null {
  return readCookie(headers, SESSION_COOKIE);
}

export function readCsrfCookie(headers: Headers): string | null {
  return readCookie(headers, CSRF_COOKIE);
}

export function setSessionCookie(c: AppContext, token: string): void {
  setCookie(c, SESSION_COOKIE, token, cookieOptions(c, { httpOnly: true }));
}

/** Scripts read it and repeat it in a header. It outlives its record, so that the page knows to refresh it. */
export function setCsrfCookie(c: AppContext, token: string): void {
  setCookie(c, CSRF_COOKIE, token, cookieOptions(c, { httpOnly: false }));
}

/** Clears the cookies of a session that has ended, unless a bearer named another one. */
export function clearOwnCookies<Env extends AppEnv>(c: Context<Env>): void {
  const { headers } = c.req.raw;
  const bearer = parseBearer(headers.get('Authorization'));
  if (bearer === null || bearer === readSessionCookie(headers)) clearCookies(c);
}

function clearCookies<Env extends AppEnv>(c: Context<Env>): void {
  deleteCookie(c, SESSION_COOKIE, cookieOptions(c, { httpOnly: true }));
  deleteCookie(c, CSRF_COOKIE, cookieOptions(c, { httpOnly: false }));
}

function cookieOptions<Env extends AppEnv>(c: Context<Env>, { httpOnly }: { httpOnly: boolean }) {
  return {
    prefix: 'host',
    path: '/',
    secure: true,
    sameSite: 'Strict',
    httpOnly,
    maxAge: Math.floor(c.env.services.config.SESSION_TTL_MS / 1000),
  } as const;
}

function readCookie(headers: Headers, name: string): string | null {
  const prefixed = `__Host-${name}`;
  return parse(headers.get('Cookie') ?? '', prefixed)[prefixed] ?? null;
}
