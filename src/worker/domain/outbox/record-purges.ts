import { and, eq, isNull, lte, or, sql } from 'drizzle-orm';
import { insertFrom, query } from '../../db/query.ts';
import { outboxEvents, type OutboxKind } from '../../db/schema/outbox.ts';
import { prepareWrite, type Params, type Statement } from '../../db/statement.ts';
import type { EventPayload } from './events.ts';

/** Replaces equal waiting events. A leased one stays: it may have been sent too early. */
export function recordPurges(links: readonly string[][], nowMs: number): Statement<number>[] {
  if (links.length === 0) return [];
  const payloads = links.map((paths) => JSON.stringify({ paths } satisfies EventPayload<'purge'>));
  return [
    ...payloads.map((payload) => deleteWaiting({ payload, now: nowMs })),
    insertPurges({ payloads, now: nowMs }),
  ];
}

// One statement per link: SQLite would scan all purges for a list.
const deleteWaiting = prepareWrite((p: Params<{ payload: string; now: number }>) =>
  query
    .delete(outboxEvents)
    .where(
      and(
        eq(outboxEvents.kind, 'purge'),
        eq(outboxEvents.payload, p.payload),
        or(isNull(outboxEvents.leaseExpiresAt), lte(outboxEvents.leaseExpiresAt, p.now)),
      ),
    ),
);

const insertPurges = prepareWrite((p: Params<{ payloads: readonly string[]; now: number }>) =>
  insertFrom(
    outboxEvents,
    {
      kind: 'purge' satisfies OutboxKind,
      payload: sql`value`,
      availableAt: p.now,
      createdAt: p.now,
    },
    sql`FROM json_each(${p.payloads})`,
  ),
);
