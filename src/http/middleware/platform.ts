import type { MiddlewareHandler } from 'hono';
import { DomainError, type ErrorCode } from '../../domain/errors.ts';
import type { AppEnv } from '../env.ts';

/** Refuses with `code` whoever names a platform other than the web; a browser names none. */
export const webClientsOnly =
  (code: ErrorCode): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const platform = c.req.header('X-Platform');
    if (platform !== undefined && platform !== 'web') throw new DomainError(code);
    await next();
  };
