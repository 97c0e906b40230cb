import { z } from 'zod';
import { statement, type Statement } from '../../db/database.ts';
import type { OUTBOX_KINDS } from '../../db/schema/jobs.ts';

export type OutboxKind = (typeof OUTBOX_KINDS)[number];

/** What an event of each kind carries. */
export const EVENT_PAYLOADS = {
  /** Paths on PUBLIC_BASE_URL that caches must drop. */
  purge: z.object({ paths: z.array(z.string()) }),
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

/** The statement that records an event; it belongs into the batch of the change that promises the effect. */
export const recordEvent = <Kind extends OutboxKind>(
  kind: Kind,
  payload: EventPayload<Kind>,
  nowMs: number,
): Statement =>
  statement(
    'INSERT INTO outbox_events (kind, payload, available_at, created_at) VALUES (?, ?, ?, ?)',
    kind,
    JSON.stringify(payload),
    nowMs,
    nowMs,
  );
