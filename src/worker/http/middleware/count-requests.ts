import type { Next } from 'hono';
import { matchedRoutes } from 'hono/route';
import type { AppContext } from '../env.ts';
import { LINK_ROUTE, RENDITION_ROUTE } from '../link-route.ts';

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** By method, route template and status, in memory; counts are delivered later, many in one call. */
export async function countRequest(c: AppContext, next: Next): Promise<void> {
  const { counters, background, clock } = c.env.services;
  const startedAt = clock.now();
  await next();
  const method = METHODS.has(c.req.method) ? c.req.method : 'OTHER';
  counters.countRequest(`${method} ${nameRoute(c)}`, c.res.status, clock.now() - startedAt);
  counters.deliver(background);
}

/** The template, never the path: callers must not be able to invent routes. */
function nameRoute(c: AppContext): string {
  const paths = matchedRoutes(c).map(({ path }) => path);
  if (paths.includes('/i/*')) return LINK_ROUTE;
  if (paths.includes('/r/*')) return RENDITION_ROUTE;
  return paths.findLast((path) => !path.includes('*')) ?? 'unmatched';
}
