import { and, eq } from 'drizzle-orm';
import { query } from '../../db/query.ts';
import { userSessions } from '../../db/schema/accounts.ts';
import { prepareWrite, type Params } from '../../db/statement.ts';
import type { SessionActor } from '../actor.ts';
import type { Services } from '../services.ts';
import { acknowledgeAccountEvent, recordAccountEvent } from './account-events.ts';

/** The batch's event finishes an interrupted end. */
export async function closeSession(
  { background, clock, db, sessions }: Pick<Services, 'background' | 'clock' | 'db' | 'sessions'>,
  { userId, sessionId }: Pick<SessionActor, 'userId' | 'sessionId'>,
): Promise<void> {
  const { closed, event } = await db.batch({
    closed: deleteSession({ userId, sessionId }),
    event: recordAccountEvent(userId, clock.now()),
  });
  const wasOpen = await sessions.close(userId, [sessionId]);
  // A session that is still opening is ended by the event.
  if (wasOpen || closed === 0) background(acknowledgeAccountEvent(db, event.id));
}

export const deleteSession = prepareWrite((p: Params<{ userId: number; sessionId: string }>) =>
  query
    .delete(userSessions)
    .where(and(eq(userSessions.sessionId, p.sessionId), eq(userSessions.userId, p.userId))),
);
