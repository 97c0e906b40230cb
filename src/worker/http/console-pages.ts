import type { Next } from 'hono';
import { toBase64, utf8 } from '../../shared/bytes.ts';
import { findPage, isPagePath } from '../../shared/find-page.ts';
import {
  PAGES,
  toPageDocument,
  toStartDocument,
  SHARE_FAILED,
  visitorsOf,
} from '../../shared/pages.ts';
import { listsTag } from '../lib/http-selection.ts';
import type { AppContext } from './env.ts';
import { requireReadiness } from './middleware/readiness.ts';
import { preferredLanguage } from './preferred-language.ts';
import { createRouter } from './router.ts';
import { captchaOrigin } from './same-origin.ts';
import { readCsrfCookie } from './session-cookies.ts';

const SHELL_PATH = '/index.html';

/**
 * Own files alone, and the document's first script. Codecs are WebAssembly, previews are blobs, no text becomes markup or
 * script (Trusted Types).
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types tintype',
].join('; ');

/** Documents differ only in preloaded files; the start page is prerendered for visitors who are signed out. */
export const consolePages = createRouter();
for (const path of Object.values(PAGES)) {
  consolePages.get(path, requireReadiness, (c) => servePage(c, 200, chooseDocument(c)));
}

/** Reached without the console's service worker: shared files are lost, and the upload page asks again. */
consolePages.post('/share', (c) => c.redirect(`${PAGES.upload}?shared=${SHARE_FAILED}`, 303));

/** Browsers get a page, programs the error. A page's address with a slash at its end redirects to the page. */
export async function showMissingPage(c: AppContext, next: Next): Promise<Response | void> {
  await next();
  const { method, path } = c.req;
  if (c.res.status !== 404 || !['GET', 'HEAD'].includes(method) || isPagePath(path)) return;
  const pagePath = path.replace(/\/$/u, '');
  const isNavigation = method === 'GET' && (c.req.header('Accept') ?? '').includes('text/html');
  // Beside captchas, no page may have their origin.
  const isOther = /^\/(?:api|captcha)\//u.test(path);
  if (isPagePath(pagePath)) {
    replaceAnswer(c, c.redirect(pagePath + new URL(c.req.url).search, 301));
  } else if (isNavigation && !isOther) {
    replaceAnswer(c, await servePage(c, 404));
  }
}

/** Hono would copy the refusal's headers. */
function replaceAnswer(c: AppContext, answer: Response): void {
  c.res = undefined;
  c.res = answer;
}

/** The start page in the visitor's language, other pages with their preloaded files, else the shell. */
function chooseDocument(c: AppContext): string {
  const page = findPage(c.req.path);
  const isKnown = readCsrfCookie(c.req.raw.headers) !== null;
  if (page === 'start') return isKnown ? SHELL_PATH : chooseStartDocument(c);
  return page !== undefined && (isKnown || visitorsOf(page) === 'everyone')
    ? toPageDocument(page)
    : SHELL_PATH;
}

function chooseStartDocument(c: AppContext): string {
  const language = preferredLanguage(c.req.raw);
  return language === null ? SHELL_PATH : toStartDocument(language);
}

/** Browsers revalidate each time, since the shell changes with each deployment. */
async function servePage(
  c: AppContext,
  status: 200 | 404,
  document = SHELL_PATH,
): Promise<Response> {
  const { assets, config } = c.env.services;
  // Without conditions: an unchanged document has the policy of its text as well.
  const found = await assets.fetch(new Request(new URL(document, c.req.url)));
  const isFound = found.status === 200;
  const text = await found.text();
  const isKnown = isFound && status === 200 && isHeld(c.req.raw.headers, found.headers);
  return new Response(isKnown ? null : text, {
    status: isKnown ? 304 : isFound ? status : found.status,
    headers: {
      ...pick(found.headers, 'ETag'),
      ...(isFound ? { 'Content-Type': 'text/html; charset=utf-8' } : {}),
      'Cache-Control': 'no-cache',
      'Content-Security-Policy': [
        CONTENT_SECURITY_POLICY,
        `script-src 'self' 'wasm-unsafe-eval'${await hashFirstScript(text)}`,
        `frame-src 'self' ${captchaOrigin(config) ?? ''}`,
      ].join('; '),
      ...(config.CROSS_ORIGIN_ISOLATION ? { 'Cross-Origin-Embedder-Policy': 'require-corp' } : {}),
      ...(config.CROSS_ORIGIN_ISOLATION ? { 'Cross-Origin-Opener-Policy': 'same-origin' } : {}),
      'Cross-Origin-Resource-Policy': 'same-origin',
      // Without the page's origin its own writes would be refused as another site's.
      'Referrer-Policy': 'same-origin',
      'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
      Vary: c.req.path === PAGES.start ? 'Accept-Language, Cookie' : 'Cookie',
      'X-Content-Type-Options': 'nosniff',
      'X-Frame-Options': 'DENY',
    },
  });
}

/** By `If-None-Match`. */
function isHeld(asked: Headers, found: Headers): boolean {
  const etag = found.get('ETag');
  return etag !== null && listsTag(asked.get('If-None-Match') ?? '', etag, 'weak');
}

/** Of the text that is sent: a running server, or one among two deployments, may have another build's documents. */
async function hashFirstScript(html: string): Promise<string> {
  const script = /<script>(.*?)<\/script>/su.exec(html)?.[1];
  if (script === undefined) return '';
  const hash = await crypto.subtle.digest('SHA-256', utf8(script));
  return ` 'sha256-${toBase64(new Uint8Array(hash))}'`;
}

function pick(headers: Headers, name: string): Record<string, string> {
  const value = headers.get(name);
  return value === null ? {} : { [name]: value };
}
