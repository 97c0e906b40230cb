import type { AppContext } from './env.ts';

const ownOrigin = (c: AppContext): string =>
  new URL(c.env.services.config.PUBLIC_BASE_URL || c.req.url).origin;

/** Whether nothing that the browser says about a request's origin speaks against it. */
export const isSameOrigin = (c: AppContext): boolean => {
  const origin = c.req.header('Origin');
  const site = c.req.header('Sec-Fetch-Site');
  return (
    (origin === undefined || origin === ownOrigin(c)) &&
    (site === undefined || site === 'same-origin')
  );
};

/** The same, and the request says its origin. */
export const statesSameOrigin = (c: AppContext): boolean =>
  c.req.header('Origin') !== undefined && isSameOrigin(c);

/** Whether a browser says that another site caused a request; a person's own navigation (`none`) is no such case. */
export const isFromElsewhere = (c: AppContext): boolean => {
  const site = c.req.header('Sec-Fetch-Site');
  return site === 'cross-site' || site === 'same-site';
};
