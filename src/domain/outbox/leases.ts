import { statement } from '../../db/database.ts';
import type { OutboxKind } from '../../db/schema/outbox.ts';
import { newOpaqueId } from '../../lib/ids.ts';
import { backoffMs } from '../../lib/backoff.ts';
import type { Services } from '../services.ts';
import { EVENT_PAYLOADS, type EventPayload, type OutboxEvent } from './events.ts';

const RETRY_BASE_MS = 15_000;
const RETRY_MAX_MS = 3_600_000;
const MAX_ERROR_CHARACTERS = 500;

/** Events that one worker holds until its lease ends. */
export interface Lease<Kind extends OutboxKind> {
  readonly id: string;
  readonly events: readonly OutboxEvent<Kind>[];
}

interface LeasedRow {
  readonly id: number;
  readonly attempts: number;
  readonly payload: string;
}

/** Takes the oldest due events of a kind; a crashed worker's come back when its lease has run out. */
export const leaseEvents = async <Kind extends OutboxKind>(
  { db, clock, config, log }: Pick<Services, 'db' | 'clock' | 'config' | 'log'>,
  kind: Kind,
  limit: number,
): Promise<Lease<Kind>> => {
  const now = clock.now();
  const leaseId = newOpaqueId();
  const rows = await db.all<LeasedRow>(
    statement(
      `UPDATE outbox_events SET lease_id = ?, lease_expires_at = ?, attempts = attempts + 1
       WHERE id IN (
         SELECT id FROM outbox_events
         WHERE kind = ? AND available_at <= ? AND (lease_expires_at IS NULL OR lease_expires_at <= ?)
         ORDER BY available_at, id LIMIT ?)
       RETURNING id, attempts, payload`,
      leaseId,
      now + config.OUTBOX_LEASE_MS,
      kind,
      now,
      now,
      limit,
    ),
  );
  const events: OutboxEvent<Kind>[] = [];
  for (const { id, attempts, payload } of rows.toSorted((a, b) => a.id - b.id)) {
    const parsed = EVENT_PAYLOADS[kind].safeParse(JSON.parse(payload));
    // One event that no version understands must not hold up the others; it stays, and shows in /metrics.
    if (!parsed.success) log.error('outbox_event_unreadable', { kind, event_id: id });
    else events.push({ id, attempts, payload: parsed.data as EventPayload<Kind> });
  }
  return { id: leaseId, events };
};

/** Removes events whose effect is done. */
export const settleEvents = async (
  { db }: Pick<Services, 'db'>,
  leaseId: string,
  events: readonly OutboxEvent[],
): Promise<void> => {
  if (events.length === 0) return;
  await db.batch([
    statement(
      'DELETE FROM outbox_events WHERE lease_id = ? AND id IN (SELECT value FROM json_each(?))',
      leaseId,
      JSON.stringify(events.map(({ id }) => id)),
    ),
  ]);
};

/** Gives events back to be tried again, not before `delayMs` when the target named a time. */
export const returnEvents = async (
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  leaseId: string,
  events: readonly OutboxEvent[],
  reason: string,
  delayMs?: number,
): Promise<void> => {
  if (events.length === 0) return;
  const now = clock.now();
  await db.batch(
    events.map(({ id, attempts }) =>
      statement(
        `UPDATE outbox_events
         SET available_at = ?, last_error = ?, lease_id = NULL, lease_expires_at = NULL
         WHERE id = ? AND lease_id = ?`,
        now + (delayMs ?? backoffMs(attempts, RETRY_BASE_MS, RETRY_MAX_MS)),
        reason.slice(0, MAX_ERROR_CHARACTERS),
        id,
        leaseId,
      ),
    ),
  );
};

/** Holds back every due event of a kind: the target asked for a pause. */
export const postponeEvents = async (
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  kind: OutboxKind,
  delayMs: number,
): Promise<void> => {
  const until = clock.now() + delayMs;
  await db.batch([
    statement(
      'UPDATE outbox_events SET available_at = ? WHERE kind = ? AND available_at < ? AND lease_id IS NULL',
      until,
      kind,
      until,
    ),
  ]);
};
