import { sql, type SQLWrapper } from 'drizzle-orm';
import { z } from 'zod';
import { insertFrom, query } from '../../db/query.ts';
import { OUTBOX_KINDS, outboxEvents, type OutboxKind } from '../../db/schema/outbox.ts';
import {
  prepareOne,
  prepareWrite,
  type SlotValues,
  type Params,
  type Statement,
} from '../../db/statement.ts';

export { OUTBOX_KINDS, type OutboxKind };

/**
 * The outbox: effects outside the database that a committed change has promised.
 *
 * - An event is written in the batch of the change and stays until its effect is done.
 * - Every effect may happen twice; none is lost. A queue message only says that something may be due, the cron says
 *   so too, and a worker that dies holds its events no longer than its lease.
 */

/** What an event of each kind carries. */
export const EVENT_PAYLOADS = {
  /** Paths on PUBLIC_BASE_URL that caches must drop. */
  purge: z.object({ paths: z.array(z.string().refine(isPath)) }),
  /** Keys in the bucket that must go. */
  erase: z.object({ keys: z.array(z.string()) }),
  /** A user whose sessions must learn of a change of the account. */
  account: z.object({ user_id: z.int() }),
} as const satisfies Record<OutboxKind, z.ZodType>;

export type EventPayload<Kind extends OutboxKind> = z.infer<(typeof EVENT_PAYLOADS)[Kind]>;

export interface OutboxEvent<Kind extends OutboxKind = OutboxKind> {
  readonly id: number;
  readonly attempts: number;
  readonly payload: EventPayload<Kind>;
}

/**
 * Promises an effect outside the database; it belongs in the batch of the change that has the effect.
 * Nothing delivers it before `availableAtMs`.
 */
export function recordEvent<Kind extends OutboxKind>(
  kind: Kind,
  payload: EventPayload<Kind>,
  nowMs: number,
  availableAtMs = nowMs,
): Statement<{ id: number }> {
  const values = { now: nowMs, availableAt: availableAtMs };
  return insertEvent({ kind, payload: JSON.stringify(payload), ...values });
}

const insertEvent = prepareOne(
  (p: Params<{ kind: OutboxKind; payload: string; now: number; availableAt: number }>) =>
    query
      .insert(outboxEvents)
      .values({ kind: p.kind, payload: p.payload, availableAt: p.availableAt, createdAt: p.now })
      .returning({ id: outboxEvents.id }),
);

/** The name of the erase event's list of keys, where SQL makes its payload. */
const ERASED_KEYS: keyof EventPayload<'erase'> = 'keys';

/**
 * Prepares the statement that promises to erase the objects whose keys a subquery selects as `key`: one event for all
 * of them, none when there are none. It belongs in the batch of the change, before the rows that name the keys go.
 */
export function prepareErasureOf<Values extends SlotValues>(
  selectKeys: (slots: Params<Values>) => SQLWrapper & { readonly key: SQLWrapper },
): (values: Values & { now: number }) => Statement<number> {
  return prepareWrite((slots: Params<Values & { now: number }>) => {
    const selected = selectKeys(slots);
    return insertFrom(
      outboxEvents,
      {
        kind: 'erase' satisfies OutboxKind,
        payload: sql`json_object(${ERASED_KEYS}, json_group_array(${selected.key}))`,
        availableAt: slots.now,
        createdAt: slots.now,
      },
      sql`FROM ${selected} HAVING count(*) > 0`,
    );
  }) as (values: Values & { now: number }) => Statement<number>;
}

/** Whether a host can be put before it. */
function isPath(text: string): boolean {
  return text.startsWith('/') && URL.canParse(text, 'https://host.invalid');
}
