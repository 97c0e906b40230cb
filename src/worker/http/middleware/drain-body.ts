import type { Next } from 'hono';
import { drain } from '../../../shared/streams.ts';
import type { AppContext } from '../env.ts';

/**
 * Reads what a handler left of a request's body before the answer goes out: a client that is still sending would
 * otherwise see a broken connection instead of the answer. Reads no more than the largest body that any route allows,
 * and waits for no sender that stands still or takes longer than a part may.
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
