import { eq, max, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { query } from '../../db/query.ts';
import { userSessions } from '../../db/schema/accounts.ts';
import { outboxEvents } from '../../db/schema/outbox.ts';
import { prepareWrite, type Params, type Statement } from '../../db/statement.ts';
import { recordEvent } from '../outbox/events.ts';

/** Time limit from a login's, logout's or account change's batch to its last step; its event is due then. */
export const LAST_STEP_LIMIT_MS = 60_000;

/** Makes the user's object and D1 agree if the steps after the batch fail. */
export function recordAccountEvent(userId: number, nowMs: number): Statement<{ id: number }> {
  return recordEvent('account', { user_id: userId }, nowMs, nowMs + LAST_STEP_LIMIT_MS);
}

/**
 * Due `LAST_STEP_LIMIT_MS` after the newest session. Goes before the statements that end sessions: an earlier event would spare
 * a session younger than itself.
 */
export const postponeAccountEvent = prepareWrite(
  (p: Params<{ eventId: number; userId: number }>) => {
    const youngest = query
      .select({ createdAt: max(userSessions.createdAt) })
      .from(userSessions)
      .where(eq(userSessions.userId, p.userId));
    return query
      .update(outboxEvents)
      .set({ availableAt: sql`(${youngest}) + ${LAST_STEP_LIMIT_MS}` })
      .where(eq(outboxEvents.id, p.eventId));
  },
);

export async function acknowledgeAccountEvent(db: Database, eventId: number): Promise<void> {
  await db.run(deleteEvent({ eventId }));
}

const deleteEvent = prepareWrite((p: Params<{ eventId: number }>) =>
  query.delete(outboxEvents).where(eq(outboxEvents.id, p.eventId)),
);
