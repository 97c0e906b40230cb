import type { AppContext } from './env.ts';

/** Whether nothing that the browser says of a request's origin names another site. */
export function isSameOrigin(c: AppContext): boolean {
  const origin = c.req.header('Origin');
  const site = c.req.header('Sec-Fetch-Site');
  return (
    (origin === undefined || origin === ownOrigin(c)) &&
    (site === undefined || site === 'same-origin')
  );
}

/** As `isSameOrigin`, and the request states its origin. */
export function statesSameOrigin(c: AppContext): boolean {
  return c.req.header('Origin') !== undefined && isSameOrigin(c);
}

/**
 * Whether the browser says that another site caused a request, by `Sec-Fetch-Site` or by `Origin`; a person's own
 * navigation (`none`, without an origin) does not count.
 */
export function isFromElsewhere(c: AppContext): boolean {
  const origin = c.req.header('Origin');
  const site = c.req.header('Sec-Fetch-Site');
  return (
    site === 'cross-site' ||
    site === 'same-site' ||
    (origin !== undefined && origin !== ownOrigin(c))
  );
}

/** Whether a page of another origin asks that may use the API. */
export function isFromListedOrigin(c: AppContext): boolean {
  const origin = c.req.header('Origin');
  return origin !== undefined && c.env.services.config.CORS_ALLOWED_ORIGINS.includes(origin);
}

/** The name of the host whose page asks: our own, unless a listed origin does. */
export function readPageHost(c: AppContext): string {
  const origin = isFromListedOrigin(c) ? c.req.header('Origin') : undefined;
  return new URL(origin ?? ownOrigin(c)).hostname;
}

function ownOrigin(c: AppContext): string {
  return new URL(c.env.services.config.PUBLIC_BASE_URL || c.req.url).origin;
}
