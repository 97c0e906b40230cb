import { eq, max, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { query } from '../../db/query.ts';
import { userSessions } from '../../db/schema/accounts.ts';
import { outboxEvents } from '../../db/schema/outbox.ts';
import { prepareWrite, type Params, type Statement } from '../../db/statement.ts';
import { recordEvent } from '../outbox/events.ts';

/**
 * How long a login, a logout or a change of an account may take from its batch to its last step. The event in the
 * batch is due after that, and whatever is older and still half done will never be finished.
 */
export const SETTLE_MS = 60_000;

/** Promises that the user's object and D1 will be made to agree, should the steps after the batch never come. */
export function recordAccountEvent(userId: number, nowMs: number): Statement<{ id: number }> {
  return recordEvent('account', { user_id: userId }, nowMs, nowMs + SETTLE_MS);
}

/**
 * Makes the event due `SETTLE_MS` after the user's youngest session was opened. It stands before what ends sessions in
 * the same batch: they may be younger than the event, which would spare them if it came earlier.
 */
export const postponeAccountEvent = prepareWrite(
  (p: Params<{ eventId: number; userId: number }>) => {
    const youngest = query
      .select({ createdAt: max(userSessions.createdAt) })
      .from(userSessions)
      .where(eq(userSessions.userId, p.userId));
    return query
      .update(outboxEvents)
      .set({ availableAt: sql`(${youngest}) + ${SETTLE_MS}` })
      .where(eq(outboxEvents.id, p.eventId));
  },
);

/** Removes the event once object and D1 agree: nothing is left for it to do. */
export async function acknowledgeAccountEvent(db: Database, eventId: number): Promise<void> {
  await db.run(deleteEvent({ eventId }));
}

const deleteEvent = prepareWrite((p: Params<{ eventId: number }>) =>
  query.delete(outboxEvents).where(eq(outboxEvents.id, p.eventId)),
);
