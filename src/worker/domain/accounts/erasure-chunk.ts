import { and, eq } from 'drizzle-orm';
import { GuardError, prepareGuard } from '../../db/guard.ts';
import { existsIn } from '../../db/query.ts';
import { users } from '../../db/schema/accounts.ts';
import type { Params, Statement } from '../../db/statement.ts';
import { lastPublicationAt } from '../erasure/late-writers.ts';
import { recordEvent } from '../outbox/events.ts';

export const NOT_DELETING = 'not_deleting';

export const requireDeleting = prepareGuard(NOT_DELETING, (p: Params<{ userId: number }>) =>
  existsIn(users, and(eq(users.id, p.userId), eq(users.status, 'deleting'))),
);

/** A refused guard counts 0: another run has finished the account. */
export async function countErased(batch: Promise<unknown>, rows: number): Promise<number> {
  try {
    await batch;
    return rows;
  } catch (error) {
    if (error instanceof GuardError) return 0;
    throw error;
  }
}

/** Erases now, and again once nothing under way can store an object: the rows that name it are then gone. */
export function promiseErasure(keys: readonly string[], now: number): Statement<unknown>[] {
  const unique = [...new Set(keys)];
  if (unique.length === 0) return [];
  return [now, lastPublicationAt(now)].map((moment) =>
    recordEvent('erase', { keys: unique }, moment),
  );
}
