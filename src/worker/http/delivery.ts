import type { Next } from 'hono';
import { DomainError } from '../domain/errors.ts';
import { parseLink } from '../domain/links/parse-link.ts';
import { pathOf } from '../lib/path-of.ts';
import type { AppContext } from './env.ts';
import { HARDENING_HEADERS, NO_STORE_HEADERS } from './image-answer.ts';
import { requireReadiness } from './middleware/readiness.ts';
import { createRouter } from './router.ts';

const ALLOWED = 'GET, HEAD, OPTIONS';
const PREFLIGHT_MAX_AGE_SECONDS = 600;

/** Requests that `answerView` and `answerPage` leave: other methods, and paths that are no link. */
export const delivery = createRouter();
for (const links of ['/i/*', '/r/*']) {
  delivery.use(links, hardenAnswers, requireReadiness);
  delivery.get(links, refusePath);
  delivery.options(links, describeMethods);
  delivery.all(links, refuseMethod);
}
delivery.use('/p/*', hardenAnswers, requireReadiness);
delivery.get('/p/*', refusePath);
delivery.options('/p/*', (c) => c.body(null, 204, { Allow: ALLOWED }));
delivery.all('/p/*', refuseMethod);

/** Refusals have the same headers as images, and no cache may keep them. */
async function hardenAnswers(c: AppContext, next: Next): Promise<void> {
  await next();
  for (const [name, value] of Object.entries({ ...HARDENING_HEADERS, ...NO_STORE_HEADERS })) {
    c.res.headers.set(name, value);
  }
}

/** A link has one spelling: a path that is a link only after decoding is none. */
function refusePath(): never {
  throw new DomainError('image_not_found');
}

function describeMethods(c: AppContext): Response {
  const link = parseLink(pathOf(c.req.url));
  const isPublic = link?.form === 'legacy' || link?.alias === 'public';
  const preflight = {
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Methods': 'GET, HEAD',
    'Access-Control-Allow-Headers': 'If-Match, If-Modified-Since, If-None-Match, If-Range, Range',
    'Access-Control-Max-Age': String(PREFLIGHT_MAX_AGE_SECONDS),
  };
  return c.body(null, 204, { Allow: ALLOWED, ...(isPublic ? preflight : {}) });
}

function refuseMethod(): never {
  throw new DomainError('method_not_allowed', { allow: ALLOWED });
}
