import type { Next } from 'hono';
import { newOpaqueId } from '../../../shared/ids.ts';
import type { AppContext } from '../env.ts';

/** Callers cannot choose the id. */
export async function assignRequestId(c: AppContext, next: Next): Promise<void> {
  c.set('requestId', newOpaqueId());
  await next();
  c.header('X-Request-Id', c.var.requestId);
}
