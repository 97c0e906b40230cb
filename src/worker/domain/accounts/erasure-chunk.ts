/** What the chunks of an account's erasure share: the guard before them and the objects that go with the rows. */

import { and, eq } from 'drizzle-orm';
import { GuardError, prepareGuard } from '../../db/guard.ts';
import { existsIn } from '../../db/query.ts';
import { users } from '../../db/schema/accounts.ts';
import type { Params, Statement } from '../../db/statement.ts';
import { lastPublicationAt } from '../erasure/late-writers.ts';
import { recordEvent } from '../outbox/events.ts';

/** Refuses to erase anything of an account that is not past the point of no return. */
export const requireDeleting = prepareGuard('not_deleting', (p: Params<{ userId: number }>) =>
  existsIn(users, and(eq(users.id, p.userId), eq(users.status, 'deleting'))),
);

/** Waits for a chunk's batch. One that its guard refused erases nothing: another run has ended the account. */
export async function countErased(batch: Promise<unknown>, rows: number): Promise<number> {
  try {
    await batch;
    return rows;
  } catch (error) {
    if (error instanceof GuardError) return 0;
    throw error;
  }
}

/**
 * Promises that objects go: now, and once more when no publication or part that was under way can still store one,
 * for the rows that would tell of it are gone by then.
 */
export function promiseErasure(keys: readonly string[], now: number): Statement<unknown>[] {
  const unique = [...new Set(keys)];
  if (unique.length === 0) return [];
  return [now, lastPublicationAt(now)].map((moment) =>
    recordEvent('erase', { keys: unique }, moment),
  );
}
