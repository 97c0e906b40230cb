import { and, asc, eq, gt, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { isAmongFirst, limitTo, query, jsonValues } from '../../db/query.ts';
import { outboxEvents } from '../../db/schema/outbox.ts';
import { prepareAll, prepareWrite, type Params } from '../../db/statement.ts';
import { backoffMs } from '../../../shared/backoff.ts';
import { newOpaqueId } from '../../../shared/ids.ts';
import type { Services } from '../services.ts';
import { EVENT_PAYLOADS, type EventPayload, type OutboxEvent, type OutboxKind } from './events.ts';

const RETRY_BASE_MS = 15_000;
const RETRY_MAX_MS = 3_600_000;
const MAX_ERROR_CHARACTERS = 500;
const POSTPONED_PER_STATEMENT = 10_000;
/** Others are due in the next run, which postpones them. */
const POSTPONED_CHUNKS = 20;

export interface EventLease<Kind extends OutboxKind> {
  readonly id: string;
  readonly events: readonly OutboxEvent<Kind>[];
  readonly isFull: boolean;
}

/** Oldest due first. */
export async function leaseEvents<Kind extends OutboxKind>(
  services: Pick<Services, 'db' | 'clock' | 'config' | 'log'>,
  kind: Kind,
  limit: number,
): Promise<EventLease<Kind>> {
  const { db, clock, config, log } = services;
  const now = clock.now();
  const id = newOpaqueId();
  const expiresAt = now + config.OUTBOX_LEASE_MS;
  const rows = await db.run(takeLease({ kind, id, expiresAt, now, limit }));
  const events: OutboxEvent<Kind>[] = [];
  const unreadable: typeof rows = [];
  for (const row of rows.toSorted((a, b) => a.id - b.id)) {
    const payload = readPayload(kind, row.payload);
    if (payload === null) unreadable.push(row);
    else events.push({ ...row, payload });
  }
  for (const { id: eventId } of unreadable) {
    log.error('outbox_event_unreadable', { kind, event_id: eventId });
  }
  // An unreadable event must not block the others; it stays and shows in /metrics.
  await releaseEvents(services, id, unreadable, 'unreadable');
  return { id, events, isFull: rows.length === limit };
}

function readPayload<Kind extends OutboxKind>(kind: Kind, text: string): EventPayload<Kind> | null {
  try {
    return EVENT_PAYLOADS[kind].parse(JSON.parse(text)) as EventPayload<Kind>;
  } catch {
    return null;
  }
}

const takeLease = prepareAll(
  (p: Params<{ kind: OutboxKind; id: string; expiresAt: number; now: number; limit: number }>) =>
    query
      .update(outboxEvents)
      .set({
        leaseId: p.id,
        leaseExpiresAt: p.expiresAt,
        attempts: sql`${outboxEvents.attempts} + 1`,
      })
      .where(
        isAmongFirst(
          outboxEvents.id,
          and(
            eq(outboxEvents.kind, p.kind),
            lte(outboxEvents.availableAt, p.now),
            or(isNull(outboxEvents.leaseExpiresAt), lte(outboxEvents.leaseExpiresAt, p.now)),
          ),
          limitTo(p.limit),
          asc(outboxEvents.availableAt),
          asc(outboxEvents.id),
        ),
      )
      .returning({
        id: outboxEvents.id,
        attempts: outboxEvents.attempts,
        payload: outboxEvents.payload,
      }),
);

export async function acknowledgeEvents(
  { db }: Pick<Services, 'db'>,
  leaseId: string,
  events: readonly OutboxEvent[],
): Promise<void> {
  if (events.length === 0) return;
  await db.batch({ deleted: deleteEvents({ leaseId, ids: events.map(({ id }) => id) }) });
}

const deleteEvents = prepareWrite((p: Params<{ leaseId: string; ids: readonly number[] }>) =>
  query
    .delete(outboxEvents)
    .where(and(eq(outboxEvents.leaseId, p.leaseId), inArray(outboxEvents.id, jsonValues(p.ids)))),
);

/** Reschedules events. With the target's `delayMs` the attempt does not count. */
export async function releaseEvents(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  leaseId: string,
  events: readonly Pick<OutboxEvent, 'id' | 'attempts'>[],
  reason: string,
  delayMs?: number,
): Promise<void> {
  if (events.length === 0) return;
  const now = clock.now();
  const lastError = reason.slice(0, MAX_ERROR_CHARACTERS);
  await db.batch({
    released: events.map(({ id, attempts }) => {
      const delay = delayMs ?? backoffMs(attempts, RETRY_BASE_MS, RETRY_MAX_MS);
      const failures = delayMs === undefined ? attempts : attempts - 1;
      return releaseEvent({ id, leaseId, attempts: failures, availableAt: now + delay, lastError });
    }),
    covered: deleteCovered({ ids: events.map(({ id }) => id) }),
  });
}

const releaseEvent = prepareWrite(
  (
    p: Params<{
      id: number;
      leaseId: string;
      attempts: number;
      availableAt: number;
      lastError: string;
    }>,
  ) =>
    query
      .update(outboxEvents)
      .set({
        attempts: p.attempts,
        availableAt: p.availableAt,
        lastError: p.lastError,
        leaseId: null,
        leaseExpiresAt: null,
      })
      .where(and(eq(outboxEvents.id, p.id), eq(outboxEvents.leaseId, p.leaseId))),
);

/** Deletes waiting purges that a younger equal one covers. */
const deleteCovered = prepareWrite((p: Params<{ ids: readonly number[] }>) => {
  const released = alias(outboxEvents, 'released');
  const older = alias(outboxEvents, 'older');
  const younger = alias(outboxEvents, 'younger');
  const covered = query
    .select({ id: older.id })
    .from(released)
    .innerJoin(older, and(eq(older.kind, 'purge'), eq(older.payload, released.payload)))
    .innerJoin(younger, and(eq(younger.kind, 'purge'), eq(younger.payload, released.payload)))
    .where(
      and(
        inArray(released.id, jsonValues(p.ids)),
        isNull(older.leaseId),
        isNull(younger.leaseId),
        gt(younger.id, older.id),
      ),
    );
  return query.delete(outboxEvents).where(inArray(outboxEvents.id, covered));
});

/** Returns untried events: still due, no attempt counted. */
export async function returnEvents(
  { db }: Pick<Services, 'db'>,
  leaseId: string,
  events: readonly OutboxEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const ids = events.map(({ id }) => id);
  await db.batch({ returned: endLease({ leaseId, ids }), covered: deleteCovered({ ids }) });
}

const endLease = prepareWrite((p: Params<{ leaseId: string; ids: readonly number[] }>) =>
  query
    .update(outboxEvents)
    .set({ attempts: sql`${outboxEvents.attempts} - 1`, leaseId: null, leaseExpiresAt: null })
    .where(and(eq(outboxEvents.leaseId, p.leaseId), inArray(outboxEvents.id, jsonValues(p.ids)))),
);

export async function postponeEvents(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  kind: OutboxKind,
  delayMs: number,
): Promise<void> {
  const until = clock.now() + delayMs;
  for (let chunk = 0; chunk < POSTPONED_CHUNKS; chunk += 1) {
    const postponed = await db.run(postponeKind({ kind, until }));
    if (postponed < POSTPONED_PER_STATEMENT) return;
  }
}

const postponeKind = prepareWrite((p: Params<{ kind: OutboxKind; until: number }>) =>
  query
    .update(outboxEvents)
    .set({ availableAt: p.until })
    .where(
      isAmongFirst(
        outboxEvents.id,
        and(
          eq(outboxEvents.kind, p.kind),
          lt(outboxEvents.availableAt, p.until),
          isNull(outboxEvents.leaseId),
        ),
        POSTPONED_PER_STATEMENT,
      ),
    ),
);
