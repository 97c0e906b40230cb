import type { MiddlewareHandler } from 'hono';
import { DomainError, type ErrorName } from '../../domain/errors.ts';
import type { AppEnv } from '../env.ts';

/** Throws `error` for a platform other than the web; a browser names none. */
export function webClientsOnly(error: ErrorName): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const platform = c.req.header('X-Platform');
    if (platform !== undefined && platform !== 'web') throw new DomainError(error);
    await next();
  };
}
