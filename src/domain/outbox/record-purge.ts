import { and, eq, isNull, lte, or } from 'drizzle-orm';
import { query } from '../../db/query.ts';
import { outboxEvents } from '../../db/schema/outbox.ts';
import { prepareWrite, type Slots, type Statement } from '../../db/statement.ts';
import { recordEvent, type EventPayload } from './events.ts';

/**
 * Promises to purge a link's paths, in the batch of the change after which caches must not hold them. An earlier promise
 * of the same that nobody is keeping at the moment goes: this one covers it, and a link that is switched to and fro
 * while no target takes purges leaves one event. One that is under way stays, for it may have been sent too early.
 */
export function recordPurge(paths: string[], nowMs: number): Statement<unknown>[] {
  const payload: EventPayload<'purge'> = { paths };
  return [
    deleteWaiting({ payload: JSON.stringify(payload), now: nowMs }),
    recordEvent('purge', payload, nowMs),
  ];
}

const deleteWaiting = prepareWrite(({ payload, now }: Slots<{ payload: string; now: number }>) =>
  query
    .delete(outboxEvents)
    .where(
      and(
        eq(outboxEvents.kind, 'purge'),
        eq(outboxEvents.payload, payload),
        or(isNull(outboxEvents.leaseExpiresAt), lte(outboxEvents.leaseExpiresAt, now)),
      ),
    ),
);
