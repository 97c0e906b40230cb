import type { Next } from 'hono';
import { parseAccept } from 'hono/utils/accept';
import { firstLanguage } from '../../shared/languages.ts';
import {
  findPage,
  isPagePath,
  PAGES,
  toPageDocument,
  toStartDocument,
  SHARE_FAILED,
  visitorsOf,
} from '../../shared/pages.ts';
import type { AppContext } from './env.ts';
import { requireReadiness } from './middleware/readiness.ts';
import { createRouter } from './router.ts';
import { readCsrfCookie } from './session-cookies.ts';

const SHELL_PATH = '/index.html';

/**
 * What a page of the console may load: its own files alone. Codecs are WebAssembly, pictures that are about to be sent
 * are blobs, and no text becomes markup or script (W3C Trusted Types).
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types tintype',
].join('; ');

/**
 * The pages of the console: one shell, whose script shows what the address asks for. Their documents differ in what they
 * name beside it alone, and the start page's is drawn already for who is not signed in.
 */
export const consolePages = createRouter();
for (const path of Object.values(PAGES)) {
  consolePages.get(path, requireReadiness, (c) => servePage(c, 200, chooseDocument(c)));
}

/**
 * What other apps share goes to the service worker of the installed console. Where that has gone, the pictures are lost
 * to us, and the upload page asks for them again.
 */
consolePages.post('/share', (c) => c.redirect(`${PAGES.upload}?shared=${SHARE_FAILED}`, 303));

/**
 * Shows people who open an address that does not exist a page that says so; programs get the error. One that is a
 * page's but for a slash at its end leads to that page.
 */
export async function showMissingPage(c: AppContext, next: Next): Promise<Response | void> {
  await next();
  const { method, path } = c.req;
  if (c.res.status !== 404 || !['GET', 'HEAD'].includes(method) || isPagePath(path)) return;
  const pagePath = path.replace(/\/$/u, '');
  const isNavigation = method === 'GET' && (c.req.header('Accept') ?? '').includes('text/html');
  if (isPagePath(pagePath)) {
    replaceAnswer(c, c.redirect(pagePath + new URL(c.req.url).search, 301));
  } else if (isNavigation && !path.startsWith('/api/')) {
    replaceAnswer(c, await servePage(c, 404));
  }
}

/** Hono would hand the headers of the refusal on. */
function replaceAnswer(c: AppContext, answer: Response): void {
  c.res = undefined;
  c.res = answer;
}

/**
 * The start page in the visitor's language, other pages with the files that they load named; the shell where the console
 * must find out what it shows.
 */
function chooseDocument(c: AppContext): string {
  const page = findPage(c.req.path);
  const isKnown = readCsrfCookie(c.req.raw.headers) !== null;
  if (page === 'start') return isKnown ? SHELL_PATH : chooseStartDocument(c);
  return page !== undefined && (isKnown || visitorsOf(page) === 'everyone')
    ? toPageDocument(page)
    : SHELL_PATH;
}

function chooseStartDocument(c: AppContext): string {
  const accepted = parseAccept(c.req.header('Accept-Language') ?? '').filter(({ q }) => q > 0);
  const language = firstLanguage(accepted.map(({ type }) => type.toLowerCase()));
  return language === null ? SHELL_PATH : toStartDocument(language);
}

/** The shell changes with each deployment, so browsers ask each time whether theirs is still the one. */
async function servePage(
  c: AppContext,
  status: 200 | 404,
  document = SHELL_PATH,
): Promise<Response> {
  const { assets, config } = c.env.services;
  const shell = new Request(new URL(document, c.req.url), {
    headers: status === 200 ? pick(c.req.raw.headers, 'If-None-Match') : {},
  });
  const found = await assets.fetch(shell);
  const isFound = found.status === 200;
  return new Response(found.body, {
    status: isFound ? status : found.status,
    headers: {
      ...pick(found.headers, 'ETag'),
      ...(isFound ? { 'Content-Type': 'text/html; charset=utf-8' } : {}),
      'Cache-Control': 'no-cache',
      'Content-Security-Policy': CONTENT_SECURITY_POLICY,
      ...(config.CROSS_ORIGIN_ISOLATION ? { 'Cross-Origin-Embedder-Policy': 'require-corp' } : {}),
      ...(config.CROSS_ORIGIN_ISOLATION ? { 'Cross-Origin-Opener-Policy': 'same-origin' } : {}),
      'Cross-Origin-Resource-Policy': 'same-origin',
      // Without the origin of the page its own writes would be refused as another site's.
      'Referrer-Policy': 'same-origin',
      'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
      Vary: c.req.path === PAGES.start ? 'Accept-Language, Cookie' : 'Cookie',
      'X-Content-Type-Options': 'nosniff',
      'X-Frame-Options': 'DENY',
    },
  });
}

function pick(headers: Headers, name: string): Record<string, string> {
  const value = headers.get(name);
  return value === null ? {} : { [name]: value };
}
