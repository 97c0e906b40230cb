import { describeError } from '../../lib/log.ts';
import { renditionKeys } from '../../storage/keys.ts';
import { KEYS_PER_CALL } from '../../storage/object-store.ts';
import type { OutboxEvent } from '../outbox/events.ts';
import {
  acknowledgeEvents,
  leaseEvents,
  releaseEvents,
  returnEvents,
} from '../outbox/lease-events.ts';
import type { Services } from '../services.ts';
import { processRows } from '../sweep-rows.ts';

const BATCH_EVENTS = 100;
/** An image may have fifty links with counts, an object each. */
const BATCH_CALLS = 500;
const FOLDER_KEYS = renditionKeys('').length;
/** Consecutive failures that mean the bucket is unreachable; halving a batch to one event takes eight. */
const MAX_CONSECUTIVE_FAILURES = 16;

/** A missing object counts as erased. Returns whether more may be due. */
export async function deliverErasures(
  services: Pick<Services, 'db' | 'clock' | 'config' | 'objects' | 'shareViews' | 'log'>,
): Promise<boolean> {
  const { log, objects, shareViews } = services;
  const {
    id: leaseId,
    events: leased,
    isFull,
  } = await leaseEvents(services, 'erase', BATCH_EVENTS);
  const events = takeCalls(leased);
  const rest = leased.slice(events.length);
  await returnEvents(services, leaseId, rest);
  const { done, failed, untried, error } = await processRows(
    [events],
    async (group) => {
      await objects.erase(group.flatMap(listKeys));
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
  return (isFull || rest.length > 0) && (done > 0 || error === undefined);
}

function listKeys({ payload: { keys, renditions = [] } }: OutboxEvent<'erase'>): string[] {
  return [...keys, ...renditions.flatMap(renditionKeys)];
}

/** The first events, at least one, that take no more than BATCH_CALLS together. */
function takeCalls(events: readonly OutboxEvent<'erase'>[]): readonly OutboxEvent<'erase'>[] {
  let calls = 0;
  const end = events.findIndex(({ payload }, index) => {
    const { keys, renditions = [], share_links: links = [] } = payload;
    const objects = keys.length + renditions.length * FOLDER_KEYS;
    calls += links.length + objects / KEYS_PER_CALL;
    return index > 0 && calls > BATCH_CALLS;
  });
  return end === -1 ? events : events.slice(0, end);
}
