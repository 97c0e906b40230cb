import { statement } from '../../db/database.ts';
import type { Actor } from '../actor.ts';
import type { Services } from '../services.ts';
import { eventIdOf, insertAccountEvent, removeAccountEvent } from './account-events.ts';

/** Ends the actor's session. If it stops half-way, the event in the batch ends the session all the same. */
export const closeSession = async (
  { background, clock, db, sessions }: Pick<Services, 'background' | 'clock' | 'db' | 'sessions'>,
  { userId, sessionId }: Actor,
): Promise<void> => {
  const results = await db.batch([
    statement('DELETE FROM user_sessions WHERE session_id = ?', sessionId),
    insertAccountEvent(userId, clock.now()),
  ]);
  await sessions.close(userId, sessionId);
  background(removeAccountEvent(db, eventIdOf(results.at(-1))));
};
