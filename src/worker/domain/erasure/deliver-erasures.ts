import { describeError } from '../../lib/log.ts';
import { renditionKeys } from '../../storage/keys.ts';
import { acknowledgeEvents, leaseEvents, releaseEvents } from '../outbox/lease-events.ts';
import type { Services } from '../services.ts';
import { processRows } from '../sweep-rows.ts';

const BATCH_EVENTS = 100;
/** Consecutive failures that mean the bucket is unreachable; halving a batch to one event takes eight. */
const MAX_CONSECUTIVE_FAILURES = 16;

/** A missing object counts as erased. Returns whether more may be due. */
export async function deliverErasures(
  services: Pick<Services, 'db' | 'clock' | 'config' | 'objects' | 'shareViews' | 'log'>,
): Promise<boolean> {
  const { log, objects, shareViews } = services;
  const { id: leaseId, events, isFull } = await leaseEvents(services, 'erase', BATCH_EVENTS);
  const { done, failed, untried, error } = await processRows(
    [events],
    async (group) => {
      await objects.erase(
        group.flatMap(({ payload: { keys, renditions = [] } }) => [
          ...keys,
          ...renditions.flatMap(renditionKeys),
        ]),
      );
      for (const { payload } of group) {
        await Promise.all((payload.share_links ?? []).map((id) => shareViews.forget(id)));
      }
      await acknowledgeEvents(services, leaseId, group);
      return group.length;
    },
    MAX_CONSECUTIVE_FAILURES,
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
