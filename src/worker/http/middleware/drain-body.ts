import type { Next } from 'hono';
import { drain } from '../../../shared/streams.ts';
import type { AppContext } from '../env.ts';

/** A client that still sends would otherwise see a broken connection. Limited in size and time. */
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
