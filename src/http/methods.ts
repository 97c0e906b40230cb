import type { OpenAPIHono } from '@hono/zod-openapi';
import { DomainError } from '../domain/errors.ts';
import type { AppContext, AppEnv } from './env.ts';
import { answerError } from './errors.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

const allowedMethods = (app: OpenAPIHono<AppEnv>, path: string): string[] =>
  METHODS.filter((method) =>
    app.router.match(method, path)[0].some(([[, route]]) => route.method === method),
  );

/** Tells a wrong method (405 with `Allow`) from an unknown route (4041). */
export const refuseUnrouted =
  (app: OpenAPIHono<AppEnv>) =>
  (c: AppContext): Response => {
    const methods = allowedMethods(app, c.req.path);
    const allow = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    // Answered and not thrown: an error thrown here would pass by the middleware that locks answers down.
    return answerError(
      methods.length === 0
        ? new DomainError('route_not_found')
        : new DomainError('method_not_allowed', { allow: allow.join(', ') }),
      c,
    );
  };
