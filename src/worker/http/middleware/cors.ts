import type { Next } from 'hono';
import { cors } from 'hono/cors';
import type { AppContext } from '../env.ts';
import { isFromListedOrigin } from '../same-origin.ts';

const PREFLIGHT_MAX_AGE_SECONDS = 600;

/** Never with credentials: pages of other origins present a bearer token. */
const answerListed = cors({
  origin: (origin) => origin,
  allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  allowHeaders: [
    'Authorization',
    'Content-Type',
    'Idempotency-Key',
    'If-Match',
    'X-API-Key',
    'X-Client-Version',
    'X-Platform',
  ],
  exposeHeaders: [
    'Allow',
    'Content-Disposition',
    'Content-Range',
    'ETag',
    'Link',
    'Retry-After',
    'WWW-Authenticate',
    'X-Request-Id',
  ],
  maxAge: PREFLIGHT_MAX_AGE_SECONDS,
});

/** Only origins in `CORS_ALLOWED_ORIGINS` may read answers (Fetch Standard, CORS protocol). */
export async function allowListedOrigins(c: AppContext, next: Next): Promise<Response | void> {
  const isPreflight = c.req.header('Access-Control-Request-Method') !== undefined;
  if (
    isFromListedOrigin(c.req.raw, c.env.services.config) &&
    (c.req.method !== 'OPTIONS' || isPreflight)
  ) {
    return answerListed(c, next);
  }
  await next();
  c.header('Vary', 'Origin', { append: true });
}
