import type { DeviceActor } from '../actor.ts';
import type { Services } from '../services.ts';
import { closeSession } from '../sessions/close-session.ts';

/** The identity stays. */
export async function shutdown(
  services: Pick<Services, 'background' | 'clock' | 'db' | 'sessions'>,
  actor: Pick<DeviceActor, 'kind' | 'sessionId' | 'userId'>,
): Promise<void> {
  await closeSession(services, actor);
}
