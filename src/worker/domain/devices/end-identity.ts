import { and, eq } from 'drizzle-orm';
import { guard, GuardError } from '../../db/guard.ts';
import { query } from '../../db/query.ts';
import { deviceIdentities, userSessions } from '../../db/schema/accounts.ts';
import { prepareAll, prepareWrite, type Params } from '../../db/statement.ts';
import type { Actor } from '../actor.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import type { Services } from '../services.ts';
import { acknowledgeAccountEvent, recordAccountEvent } from '../sessions/account-events.ts';

export const END_IDENTITY_ERRORS = ['identity_not_found'] as const satisfies readonly ErrorName[];

/** The batch's event finishes an interrupted end. */
export async function endIdentity(
  { background, clock, db, sessions }: Pick<Services, 'background' | 'clock' | 'db' | 'sessions'>,
  { userId }: Pick<Actor, 'userId'>,
  identityId: number,
): Promise<void> {
  const { ended, event } = await db
    .batch({
      ended: deleteSessions({ userId, identityId }),
      identity: deleteIdentity({ userId, identityId }),
      known: guard(UNKNOWN),
      event: recordAccountEvent(userId, clock.now()),
    })
    .catch((error: unknown) => {
      if (!(error instanceof GuardError) || error.reason !== UNKNOWN) throw error;
      throw new DomainError('identity_not_found', { cause: error });
    });
  const sessionIds = ended.map(({ sessionId }) => sessionId);
  // A session that is still opening is ended by the event.
  if (await sessions.close(userId, sessionIds)) background(acknowledgeAccountEvent(db, event.id));
}

const UNKNOWN = 'identity_not_found';

const deleteSessions = prepareAll((p: Params<{ userId: number; identityId: number }>) =>
  query
    .delete(userSessions)
    .where(and(eq(userSessions.identityId, p.identityId), eq(userSessions.userId, p.userId)))
    .returning({ sessionId: userSessions.sessionId }),
);

const deleteIdentity = prepareWrite((p: Params<{ userId: number; identityId: number }>) =>
  query
    .delete(deviceIdentities)
    .where(and(eq(deviceIdentities.id, p.identityId), eq(deviceIdentities.userId, p.userId))),
);
