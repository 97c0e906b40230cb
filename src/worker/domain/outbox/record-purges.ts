import { and, eq, isNull, lte, or, sql } from 'drizzle-orm';
import { insertFrom, query } from '../../db/query.ts';
import { outboxEvents, type OutboxKind } from '../../db/schema/outbox.ts';
import { prepareWrite, type Params, type Statement } from '../../db/statement.ts';
import type { EventPayload } from './events.ts';

/**
 * Promises to purge links, given as the paths of each, in the batch of the change after which caches must not hold
 * them: one event a link. An earlier promise of the same that nobody is keeping at the moment goes: this one covers it,
 * and a link that is switched to and fro while no target takes purges leaves one event. One that is under way stays,
 * for it may have been sent too early.
 */
export function recordPurges(links: readonly string[][], nowMs: number): Statement<number>[] {
  if (links.length === 0) return [];
  const payloads = links.map((paths) => JSON.stringify({ paths } satisfies EventPayload<'purge'>));
  return [
    ...payloads.map((payload) => deleteWaiting({ payload, now: nowMs })),
    insertPurges({ payloads, now: nowMs }),
  ];
}

// One link a statement: with a list of them SQLite would go through all purges instead of finding each.
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
