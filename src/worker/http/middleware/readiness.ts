import type { Next } from 'hono';
import type { AppContext } from '../env.ts';

/** @throws {DomainError} database_unavailable, cache_unavailable until the boot gate opens. */
export async function requireReadiness(c: AppContext, next: Next): Promise<void> {
  const { bootGate, directory, cache } = c.env.services;
  await bootGate.pass(directory, cache);
  await next();
}
