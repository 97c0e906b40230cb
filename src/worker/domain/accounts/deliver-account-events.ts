import { and, eq, lt, notInArray } from 'drizzle-orm';
import { query, jsonValues } from '../../db/query.ts';
import { userSessions } from '../../db/schema/accounts.ts';
import { prepareAll, prepareWrite, type Params } from '../../db/statement.ts';
import { describeError } from '../../lib/log.ts';
import type { EventPayload } from '../outbox/events.ts';
import { leaseEvents, releaseEvents, acknowledgeEvents } from '../outbox/lease-events.ts';
import type { Services } from '../services.ts';
import { selectAccountCopy } from '../sessions/account-copy.ts';
import { LAST_STEP_LIMIT_MS } from '../sessions/account-events.ts';
import { checkFreeze } from '../sessions/resolve-change.ts';

const BATCH_EVENTS = 20;

/** Isolates events, so that a busy account delays no other. Returns whether more may be due. */
export async function deliverAccountEvents(
  services: Pick<Services, 'clock' | 'config' | 'db' | 'log' | 'sessions'>,
): Promise<boolean> {
  const { id: leaseId, events, isFull } = await leaseEvents(services, 'account', BATCH_EVENTS);
  const delivered = await Promise.all(
    events.map(async (event) => {
      try {
        await deliverAccountEvent(services, event.payload);
        return [event];
      } catch (error) {
        const reason = describeError(error);
        services.log.error('account_event_failed', { reason, event_id: event.id });
        await releaseEvents(services, leaseId, [event], reason);
        return [];
      }
    }),
  );
  await acknowledgeEvents(services, leaseId, delivered.flat());
  return isFull;
}

/**
 * The object takes D1's copy, and sessions known to only one of them end. Idempotent; safe beside logins.
 * @throws {DomainError} account_busy while a change is under way, sign_in_required for a deleted account.
 */
export async function deliverAccountEvent(
  services: Pick<Services, 'clock' | 'db' | 'sessions'>,
  { user_id: userId }: EventPayload<'account'>,
): Promise<void> {
  const { clock, db, sessions } = services;
  // Events are due exactly when the steps of their sessions have ended.
  const createdBefore = clock.now() - LAST_STEP_LIMIT_MS + 1;
  const { account, rows } = await db.batch({
    account: selectAccountCopy({ userId }),
    rows: selectSessions({ userId }),
  });
  if (account === null) {
    await sessions.forget(userId);
    return;
  }
  const known = rows.map(({ sessionId }) => sessionId);
  const { admittance, sessionIds } = await sessions.reconcile(
    userId,
    account,
    known,
    createdBefore,
  );
  const live = new Set(sessionIds);
  if (known.some((sessionId) => !live.has(sessionId))) {
    await db.run(deleteEnded({ userId, createdBefore, live: sessionIds }));
  }
  await checkFreeze(services, userId, admittance);
}

const selectSessions = prepareAll((p: Params<{ userId: number }>) =>
  query
    .select({ sessionId: userSessions.sessionId })
    .from(userSessions)
    .where(eq(userSessions.userId, p.userId)),
);

const deleteEnded = prepareWrite(
  (p: Params<{ userId: number; createdBefore: number; live: readonly string[] }>) =>
    query
      .delete(userSessions)
      .where(
        and(
          eq(userSessions.userId, p.userId),
          lt(userSessions.createdAt, p.createdBefore),
          notInArray(userSessions.sessionId, jsonValues(p.live)),
        ),
      ),
);
