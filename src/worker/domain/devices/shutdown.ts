import type { Actor } from '../actor.ts';
import type { Services } from '../services.ts';
import { closeSession } from '../sessions/close-session.ts';
import { requireDevice } from './require-device.ts';

/** Ends the session of a device; its identity stays. */
export async function shutdown(
  services: Pick<Services, 'background' | 'clock' | 'db' | 'sessions'>,
  actor: Pick<Actor, 'kind' | 'sessionId' | 'userId'>,
): Promise<void> {
  requireDevice(actor);
  await closeSession(services, actor);
}
