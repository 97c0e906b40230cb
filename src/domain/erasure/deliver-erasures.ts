import { describeError } from '../../lib/log.ts';
import { acknowledgeEvents, leaseEvents, releaseEvents } from '../outbox/lease-events.ts';
import type { Services } from '../services.ts';

/** Events taken at once; each names at most one image's objects or one chunk of a larger deletion. */
const BATCH_EVENTS = 100;

/**
 * Erases the objects of one batch of due events. An object that is gone already is as good as erased.
 * @returns whether more may be due.
 */
export async function deliverErasures(
  services: Pick<Services, 'db' | 'clock' | 'config' | 'objects' | 'log'>,
): Promise<boolean> {
  const { id: leaseId, events } = await leaseEvents(services, 'erase', BATCH_EVENTS);
  try {
    await services.objects.erase(events.flatMap(({ payload }) => payload.keys));
  } catch (error) {
    const reason = describeError(error);
    services.log.error('erase_failed', { reason, events: events.length });
    await releaseEvents(services, leaseId, events, reason);
    return false;
  }
  await acknowledgeEvents(services, leaseId, events);
  return events.length === BATCH_EVENTS;
}
