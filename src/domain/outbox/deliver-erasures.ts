import { describeError } from '../../lib/log.ts';
import type { Services } from '../services.ts';
import { leaseEvents, returnEvents, settleEvents } from './leases.ts';

/** Events taken at once; each names at most one image's objects or one chunk of a larger deletion. */
const BATCH_EVENTS = 100;

/**
 * Erases the objects of one batch of due events. An object that is gone already is as good as erased.
 * @returns whether more may be due.
 */
export const deliverErasures = async (
  services: Pick<Services, 'db' | 'clock' | 'config' | 'objects' | 'log'>,
): Promise<boolean> => {
  const lease = await leaseEvents(services, 'erase', BATCH_EVENTS);
  const { events } = lease;
  try {
    await services.objects.erase(events.flatMap(({ payload }) => payload.keys));
  } catch (error) {
    const reason = describeError(error);
    services.log.error('erase_failed', { reason, events: events.length });
    await returnEvents(services, lease.id, events, reason);
    return false;
  }
  await settleEvents(services, lease.id, events);
  return events.length === BATCH_EVENTS;
};
