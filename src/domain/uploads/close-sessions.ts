import type { Config } from '../../config.ts';
import { statement, type SqlValue, type Statement } from '../../db/database.ts';

/** Time for what a request still does once its body has arrived or its deadline has come. */
const REQUEST_TAIL_MS = 60_000;

/**
 * When no request that was under way at `now` can still write to the bucket. What a session leaves is erased again
 * at that moment, for a part put that passed its checks before the session closed may store its object afterwards.
 */
export const lastEraseAt = (now: number, config: Pick<Config, 'UPLOAD_PART_TIMEOUT_MS'>): number =>
  now + config.UPLOAD_PART_TIMEOUT_MS + REQUEST_TAIL_MS;

export interface Closing {
  readonly status: 'cancelled' | 'failed' | 'completed';
  readonly failure?: { readonly code: number; readonly message: string };
  readonly now: number;
  readonly eraseDueAt: number;
}

/**
 * Closes the sessions that `condition` (on `s`, the session) selects and gives back what they hold of their users'
 * reservations. To be one batch; running it again changes nothing, for closed sessions must not fulfil the condition.
 */
export const closeSessions = (
  { status, failure, now, eraseDueAt }: Closing,
  condition: string,
  ...values: SqlValue[]
): Statement[] => [
  statement(
    `UPDATE users SET storage_reserved = storage_reserved - held.bytes
     FROM (SELECT s.user_id, sum(s.reserved_bytes) AS bytes FROM upload_sessions s WHERE ${condition}
       GROUP BY s.user_id) AS held
     WHERE users.id = held.user_id`,
    ...values,
  ),
  statement(
    `UPDATE site_totals SET storage_reserved = storage_reserved
       - (SELECT coalesce(sum(s.reserved_bytes), 0) FROM upload_sessions s WHERE ${condition})`,
    ...values,
  ),
  statement(
    `UPDATE upload_sessions AS s SET status = ?, reserved_bytes = 0, closed_at = ?, erase_due_at = ?,
       failure_code = coalesce(?, failure_code), failure_message = coalesce(?, failure_message)
     WHERE ${condition} RETURNING upload_id`,
    status,
    now,
    eraseDueAt,
    failure?.code ?? null,
    failure?.message ?? null,
    ...values,
  ),
];
