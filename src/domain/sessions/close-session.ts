import { eq } from 'drizzle-orm';
import { query } from '../../db/query.ts';
import { userSessions } from '../../db/schema/accounts.ts';
import { prepareWrite, type Slots } from '../../db/statement.ts';
import type { Actor } from '../actor.ts';
import type { Services } from '../services.ts';
import { acknowledgeAccountEvent, recordAccountEvent } from './account-events.ts';

/** Ends the actor's session. If the work stops half-way, the event in the batch ends the session all the same. */
export async function closeSession(
  { background, clock, db, sessions }: Pick<Services, 'background' | 'clock' | 'db' | 'sessions'>,
  { userId, sessionId }: Pick<Actor, 'userId' | 'sessionId'>,
): Promise<void> {
  const { event } = await db.batch({
    closed: deleteSession({ sessionId }),
    event: recordAccountEvent(userId, clock.now()),
  });
  await sessions.close(userId, sessionId);
  background(acknowledgeAccountEvent(db, event.id));
}

const deleteSession = prepareWrite(({ sessionId }: Slots<{ sessionId: string }>) =>
  query.delete(userSessions).where(eq(userSessions.sessionId, sessionId)),
);
