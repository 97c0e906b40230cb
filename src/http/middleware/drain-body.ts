import type { MiddlewareHandler } from 'hono';
import { drain } from '../../lib/streams.ts';
import type { AppEnv } from '../env.ts';

/**
 * Reads what a handler left of a request's body before the answer goes out: a client that is still sending would
 * see a broken connection instead of the answer. Reads no more than the largest body that any route allows.
 */
export const drainBody: MiddlewareHandler<AppEnv> = async (c, next) => {
  const { body } = c.req.raw;
  await next();
  if (body === null || body.locked) return;
  await drain(body, c.env.services.config.UPLOAD_MAX_PART_BYTES);
};
