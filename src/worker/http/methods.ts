import type { OpenAPIHono } from '@hono/zod-openapi';
import { DomainError } from '../domain/errors.ts';
import type { AppContext, AppEnv } from './env.ts';
import { answerError } from './errors.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

export function refuseUnrouted(app: OpenAPIHono<AppEnv>): (c: AppContext) => Response {
  return (c) => {
    const methods = listMethods(app, c.req.path);
    const allow = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    // An error thrown here would bypass the middleware that sets the security headers.
    return answerError(
      methods.length === 0
        ? new DomainError('route_not_found')
        : new DomainError('method_not_allowed', { allow: allow.join(', ') }),
      c,
    );
  };
}

function listMethods(app: OpenAPIHono<AppEnv>, path: string): string[] {
  return METHODS.filter((method) =>
    app.router.match(method, path)[0].some(([[, route]]) => route.method === method),
  );
}
