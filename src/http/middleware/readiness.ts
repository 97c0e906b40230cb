import type { MiddlewareHandler } from 'hono';
import type { AppEnv } from '../env.ts';

/** Lets nothing through until the boot gate has opened. */
export const readiness: MiddlewareHandler<AppEnv> = async (c, next) => {
  const { bootGate, db, cache } = c.env.services;
  await bootGate.pass(db, cache);
  await next();
};
