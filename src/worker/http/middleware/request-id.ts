import type { Next } from 'hono';
import { newOpaqueId } from '../../../shared/ids.ts';
import type { AppContext } from '../env.ts';

/** Assigns every request an id of its own; callers cannot choose it. */
export async function assignRequestId(c: AppContext, next: Next): Promise<void> {
  c.set('requestId', newOpaqueId());
  await next();
  c.header('X-Request-Id', c.var.requestId);
}
