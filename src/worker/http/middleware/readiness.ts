import type { Next } from 'hono';
import type { AppContext } from '../env.ts';

/**
 * Lets nothing through until the boot gate has opened.
 * @throws {DomainError} database_unavailable, cache_unavailable while it is shut.
 */
export async function requireReadiness(c: AppContext, next: Next): Promise<void> {
  const { bootGate, db, cache } = c.env.services;
  await bootGate.pass(db, cache);
  await next();
}
