import {
  statement,
  type Statement,
  type StatementResult,
  type Database,
} from '../../db/database.ts';
import type { EventPayload } from '../outbox/events.ts';

/**
 * How long a login, logout or change of an account may take from its batch to its last step. An event is due after
 * that, and what is older and still half done never was finished.
 */
export const SETTLE_MS = 60_000;

/** Promises that the account's object and D1 will be made to agree; gives the event's id. */
export const insertAccountEvent = (userId: number, nowMs: number): Statement =>
  statement(
    `INSERT INTO outbox_events (kind, payload, available_at, created_at) VALUES ('account', ?, ?, ?) RETURNING id`,
    JSON.stringify({ user_id: userId } satisfies EventPayload<'account'>),
    nowMs + SETTLE_MS,
    nowMs,
  );

/** Reads the id that `insertAccountEvent` gave. */
export const eventIdOf = (result: StatementResult | undefined): number =>
  Number(result?.rows[0]?.['id']);

/** Takes the promise back: everything has arrived. */
export const removeAccountEvent = async (db: Database, eventId: number): Promise<void> => {
  await db.batch([statement('DELETE FROM outbox_events WHERE id = ?', eventId)]);
};
