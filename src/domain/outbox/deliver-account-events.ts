import { describeError } from '../../lib/log.ts';
import { deliverAccountEvent } from '../accounts/deliver-account-event.ts';
import type { Services } from '../services.ts';
import { acknowledgeEvents, leaseEvents, releaseEvents } from './lease-events.ts';

const BATCH_EVENTS = 20;

/**
 * Delivers one batch of due account events, each on its own: one account that is busy holds up no other.
 * @returns whether more may be due.
 */
export const deliverAccountEvents = async (
  services: Pick<Services, 'db' | 'clock' | 'config' | 'log' | 'sessions'>,
): Promise<boolean> => {
  const { id: leaseId, events } = await leaseEvents(services, 'account', BATCH_EVENTS);
  for (const event of events) {
    try {
      await deliverAccountEvent(services, event.payload);
      await acknowledgeEvents(services, leaseId, [event]);
    } catch (error) {
      const reason = describeError(error);
      services.log.error('account_event_failed', { reason, event_id: event.id });
      await releaseEvents(services, leaseId, [event], reason);
    }
  }
  return events.length === BATCH_EVENTS;
};
