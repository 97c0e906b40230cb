import { describeError } from '../../lib/log.ts';
import { acknowledgeEvents, leaseEvents, releaseEvents } from '../outbox/lease-events.ts';
import type { Services } from '../services.ts';
import { processRows } from '../sweep-rows.ts';

/** Events taken at once; each names at most one image's objects or one chunk of a larger deletion. */
const BATCH_EVENTS = 100;
/** Failures in a row that mean that the bucket is out of reach: halving a batch to one event takes eight. */
const PATIENCE = 16;

/**
 * Erases the objects of one batch of due events. An object that is gone already is as good as erased, and an event
 * whose objects cannot be erased is tried again later, alone.
 * @returns whether more may be due.
 */
export async function deliverErasures(
  services: Pick<Services, 'db' | 'clock' | 'config' | 'objects' | 'log'>,
): Promise<boolean> {
  const { log, objects } = services;
  const { id: leaseId, events, isFull } = await leaseEvents(services, 'erase', BATCH_EVENTS);
  const { done, failed, untried, error } = await processRows(
    [events],
    async (group) => {
      await objects.erase(group.flatMap(({ payload }) => payload.keys));
      await acknowledgeEvents(services, leaseId, group);
      return group.length;
    },
    PATIENCE,
  );
  for (const { row, error: cause } of failed) {
    const reason = describeError(cause);
    log.error('erase_failed', { reason, event_id: row.id });
    await releaseEvents(services, leaseId, [row], reason);
  }
  if (untried.length > 0) {
    const reason = describeError(error);
    log.error('erase_failed', { reason, events: untried.length });
    await releaseEvents(services, leaseId, untried, reason);
  }
  return isFull && (done > 0 || error === undefined);
}
