import { statement, type Statement } from '../../db/database.ts';
import type { NOTIFICATION_TYPES } from '../../db/schema/accounts.ts';

export interface Notice {
  readonly userId: number;
  readonly type: (typeof NOTIFICATION_TYPES)[number];
  readonly title: string;
  readonly message: string;
  /** Stored and sent as JSON text; no secrets. */
  readonly metadata?: Readonly<Record<string, string | number>>;
}

/** The statement that tells a user something; it belongs into the batch of the change that it tells of. */
export const notify = (
  { userId, type, title, message, metadata = {} }: Notice,
  nowMs: number,
): Statement =>
  statement(
    'INSERT INTO notifications (user_id, type, title, message, metadata, created_at) VALUES (?, ?, ?, ?, ?, ?)',
    userId,
    type,
    title,
    message,
    JSON.stringify(metadata),
    nowMs,
  );
