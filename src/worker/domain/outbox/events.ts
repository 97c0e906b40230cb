import { sql, type SQLWrapper } from 'drizzle-orm';
import { z } from 'zod';
import { insertFrom, query } from '../../db/query.ts';
import { OUTBOX_KINDS, outboxEvents, type OutboxKind } from '../../db/schema/outbox.ts';
import {
  prepareOne,
  prepareWrite,
  type ParamValues,
  type Params,
  type Statement,
} from '../../db/statement.ts';

export { OUTBOX_KINDS, type OutboxKind };

/**
 * Effects outside the database.
 *
 * - A change's batch writes the event; the event stays until its effect is done.
 * - Delivery is at least once, triggered by queue messages and the cron. A dead worker's lease ends.
 */

export const EVENT_PAYLOADS = {
  /** Paths on PUBLIC_BASE_URL. */
  purge: z.object({ paths: z.array(z.string().refine(isPath)) }),
  /** Objects of the bucket, share links whose views were counted, and folders of renditions. */
  erase: z.object({
    keys: z.array(z.string()),
    share_links: z.array(z.int()).optional(),
    renditions: z.array(z.string()).optional(),
  }),
  account: z.object({ user_id: z.int() }),
} as const satisfies Record<OutboxKind, z.ZodType>;

export type EventPayload<Kind extends OutboxKind> = z.infer<(typeof EVENT_PAYLOADS)[Kind]>;

export interface OutboxEvent<Kind extends OutboxKind = OutboxKind> {
  readonly id: number;
  readonly attempts: number;
  readonly payload: EventPayload<Kind>;
}

/** Goes in the batch of the change. Delivery starts at `availableAtMs`. */
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

const ERASED_KEYS: keyof EventPayload<'erase'> = 'keys';

/** One erase event for all keys selected as `key`, or none. Goes before the rows' deletion. */
export function prepareErasureOf<Values extends ParamValues>(
  selectKeys: (p: Params<Values>) => SQLWrapper & { readonly key: SQLWrapper },
): (values: Values & { now: number }) => Statement<number> {
  return prepareWrite((p: Params<Values & { now: number }>) => {
    const selected = selectKeys(p);
    return insertFrom(
      outboxEvents,
      {
        kind: 'erase' satisfies OutboxKind,
        payload: sql`json_object(${ERASED_KEYS}, json_group_array(${selected.key}))`,
        availableAt: p.now,
        createdAt: p.now,
      },
      sql`FROM ${selected} HAVING count(*) > 0`,
    );
  }) as (values: Values & { now: number }) => Statement<number>;
}

function isPath(text: string): boolean {
  return text.startsWith('/') && URL.canParse(text, 'https://host.invalid');
}
