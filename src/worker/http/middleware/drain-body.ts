import type { Next } from 'hono';
import { drain } from '../../../shared/streams.ts';
import type { AppContext } from '../env.ts';

/**
 * Reads the rest of a request's body before the answer: a client that is still sending would otherwise see a broken
 * connection. Stops at the largest body of any route, and when the sender stalls or takes longer than a part may.
 */
export async function drainBody(c: AppContext, next: Next): Promise<void> {
  const { body } = c.req.raw;
  await next();
  if (body === null || body.locked) return;
  const { UPLOAD_MAX_PART_BYTES, BODY_IDLE_TIMEOUT_MS, UPLOAD_PART_TIMEOUT_MS } =
    c.env.services.config;
  await drain(body, UPLOAD_MAX_PART_BYTES, {
    idleMs: BODY_IDLE_TIMEOUT_MS,
    wholeMs: UPLOAD_PART_TIMEOUT_MS,
  });
}
