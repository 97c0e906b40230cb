import type { MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import type { AppContext, AppEnv } from '../env.ts';

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** The route under which every direct link is counted, whatever it names. */
export const LINK_ROUTE = '/i/:link';
const LINK_PREFIX = '/i/';

/** The template that a request fits, never its path: callers must not be able to make up routes. */
const routeOf = (c: AppContext): string => {
  const paths = matchedRoutes(c).map(({ path }) => path);
  if (paths.includes(`${LINK_PREFIX}*`)) return LINK_ROUTE;
  return paths.findLast((path) => !path.includes('*')) ?? 'unmatched';
};

/** Counts every answer by method, route template and status; a map's increment, delivered later with many others. */
export const countRequests: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next();
  const method = METHODS.has(c.req.method) ? c.req.method : 'OTHER';
  const { counters, background } = c.env.services;
  counters.countRequest(`${method} ${routeOf(c)}`, c.res.status);
  counters.deliver(background);
};
