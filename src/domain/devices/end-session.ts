import type { Actor } from '../actor.ts';
import { DomainError } from '../errors.ts';
import type { Services } from '../services.ts';
import { closeSession } from '../sessions/close-session.ts';

/**
 * Ends one of the actor's sessions, of the web or of a device. Safe to repeat, though the second time it is unknown.
 * @throws {DomainError} session_not_found, also for somebody else's.
 */
export async function endSession(
  services: Pick<Services, 'background' | 'clock' | 'db' | 'sessions'>,
  { userId }: Pick<Actor, 'userId'>,
  sessionId: string,
): Promise<void> {
  const wasKnown = await closeSession(services, { userId, sessionId });
  if (!wasKnown) throw new DomainError('session_not_found');
}
