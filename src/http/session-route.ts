import { createRoute, type RouteConfig } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import type { AppEnv } from './env.ts';
import { jsonBodyLimit, optionalJsonBody } from './middleware/body-limit.ts';
import { requireSession } from './middleware/session.ts';

/** A session comes by cookie or by bearer token. */
const SESSION_SECURITY: Record<string, string[]>[] = [{ cookieSession: [] }, { bearerSession: [] }];

/**
 * Describes a route that needs a live session, in code and in the API document. `admit` judges the session; a JSON body
 * is read after that, and may be empty unless the route requires it.
 */
export function sessionRoute<
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- it keeps the path's literal type
  Path extends string,
  Route extends Omit<RouteConfig, 'path'> & { path: Path },
>(route: Route, admit: MiddlewareHandler<AppEnv> = requireSession) {
  const middleware = [admit, ...readBodyOf(route)];
  return createRoute({ ...route, security: SESSION_SECURITY, middleware });
}

function readBodyOf({ request }: Pick<RouteConfig, 'request'>): MiddlewareHandler<AppEnv>[] {
  const body = request?.body;
  if (body?.content['application/json'] === undefined) return [];
  return [body.required === true ? jsonBodyLimit : optionalJsonBody];
}
