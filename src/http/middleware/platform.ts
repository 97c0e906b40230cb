import type { MiddlewareHandler } from 'hono';
import { DomainError, type ErrorName } from '../../domain/errors.ts';
import type { AppEnv } from '../env.ts';

/** Refuses with `error` whoever names a platform other than the web; a browser names none. */
export const webClientsOnly =
  (error: ErrorName): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const platform = c.req.header('X-Platform');
    if (platform !== undefined && platform !== 'web') throw new DomainError(error);
    await next();
  };
