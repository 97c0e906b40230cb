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

/** The origin under which callers reach the service. */
export function ownOrigin(c: AppContext): string {
  return new URL(c.env.services.config.PUBLIC_BASE_URL || c.req.url).origin;
}
