import { guard, GuardError } from '../../db/guard.ts';
import type { Actor } from '../actor.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import type { Services } from '../services.ts';
import { acknowledgeAccountEvent, recordAccountEvent } from '../sessions/account-events.ts';
import { deleteSession } from '../sessions/close-session.ts';

const UNKNOWN = 'session_not_found';

export const END_SESSION_ERRORS = ['session_not_found'] as const satisfies readonly ErrorName[];

/** The batch's event finishes an interrupted end. */
export async function endSession(
  { background, clock, db, sessions }: Pick<Services, 'background' | 'clock' | 'db' | 'sessions'>,
  { userId }: Pick<Actor, 'userId'>,
  sessionId: string,
): Promise<void> {
  const { event } = await db
    .batch({
      session: deleteSession({ userId, sessionId }),
      known: guard(UNKNOWN),
      event: recordAccountEvent(userId, clock.now()),
    })
    .catch((error: unknown) => {
      if (!(error instanceof GuardError) || error.reason !== UNKNOWN) throw error;
      throw new DomainError('session_not_found', { cause: error });
    });
  // A session that is still opening is ended by the event.
  if (await sessions.close(userId, [sessionId])) background(acknowledgeAccountEvent(db, event.id));
}
