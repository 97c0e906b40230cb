import { query } from '../../db/query.ts';
import { auditLog } from '../../db/schema/audit.ts';
import { prepareWrite, type Slots, type Statement } from '../../db/statement.ts';

export type AuditAction =
  | 'activate'
  | 'cancel_deletion'
  | 'erase_account'
  | 'request_deletion'
  | 'retry_event'
  | 'retry_publication'
  | 'role_grant'
  | 'role_revoke'
  | 'set_setting'
  | 'suspend';

/** What an action was done to. No names: a person's name must go when the person does. */
export type AuditSubject =
  | `user:${number}`
  | `image:${number}`
  | `event:${number}`
  | `setting:${string}`;

export interface AuditEntry {
  /** Null for the operator's shell and for the service itself. */
  readonly actorId: number | null;
  readonly action: AuditAction;
  readonly subject: AuditSubject;
}

/** Records what an administrator did; it belongs in the batch that does it. */
export function recordAudit(entry: AuditEntry, nowMs: number): Statement<number> {
  return insertEntry({ ...entry, now: nowMs });
}

const insertEntry = prepareWrite(
  ({
    actorId,
    action,
    subject,
    now,
  }: Slots<Record<keyof AuditEntry | 'now', number | string | null>>) =>
    query.insert(auditLog).values({ actorId, action, subject, createdAt: now }),
);
