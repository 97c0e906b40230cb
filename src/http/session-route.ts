import { createRoute, type RouteConfig } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import type { AppEnv } from './env.ts';
import { requireSession } from './middleware/session.ts';

/** A session comes by cookie or by bearer token. */
const SESSION_SECURITY: Record<string, string[]>[] = [{ cookieSession: [] }, { bearerSession: [] }];

/** Describes a route that needs a live session, in code and in the API document. */
export function sessionRoute<
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- it keeps the path's literal type
  Path extends string,
  Route extends Omit<RouteConfig, 'path'> & { path: Path },
>(route: Route, middleware: readonly MiddlewareHandler<AppEnv>[] = [requireSession]) {
  return createRoute({ ...route, security: SESSION_SECURITY, middleware: [...middleware] });
}
