import type { MiddlewareHandler } from 'hono';
import { newOpaqueId } from '../../lib/ids.ts';
import type { AppEnv } from '../env.ts';

/** Gives every request an id of its own; callers cannot choose it. */
export const requestId: MiddlewareHandler<AppEnv> = async (c, next) => {
  c.set('requestId', newOpaqueId());
  await next();
  c.header('X-Request-Id', c.var.requestId);
};
