import { eq, sql } from 'drizzle-orm';
import { insertFrom, query } from '../../db/query.ts';
import { users } from '../../db/schema/accounts.ts';
import { auditLog } from '../../db/schema/audit.ts';
import { invitations } from '../../db/schema/invitations.ts';
import { settings } from '../../db/schema/settings.ts';
import { prepareWrite, type Params, type Statement } from '../../db/statement.ts';
import { writeFacts, type Facts } from '../facts.ts';

/** What an administrator does to another user's image has the name of its operation. */
export const AUDIT_ACTIONS = [
  'activate',
  'cancel_deletion',
  'change_visibility',
  'create_invitation',
  'delete_image',
  'edit_image',
  'erase_account',
  'hide_image',
  'issue_token',
  'request_deletion',
  'reset_password',
  'retry_event',
  'retry_publication',
  'revoke_share_link',
  'revoke_token',
  'role_grant',
  'role_revoke',
  'set_limits',
  'set_setting',
  'suspend',
  'withdraw_invitation',
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** Holds ids only, so that erasing a person leaves no name behind. */
export type AuditSubject =
  | `user:${number}`
  | `image:${number}`
  | `event:${number}`
  | `invitation:${number}`
  | `setting:${string}`;

export interface AuditEntry {
  /** Null for the operator's shell and for the service itself. */
  readonly actorId: number | null;
  readonly action: AuditAction;
  readonly subject: AuditSubject;
  /** A name belongs to the user of `userId`, with whom it is erased (anonymise-user.ts). */
  readonly detail?: Facts;
}

/** Goes in the batch of the action. */
export function recordAudit(
  { actorId, action, subject, detail = {} }: AuditEntry,
  nowMs: number,
): Statement<number> {
  return insertEntry({ actorId, action, subject, detail: writeFacts(detail), now: nowMs });
}

/** Goes before the statement that stores the new value, since it reads the old one. */
export function recordSettingChange(
  actorId: AuditEntry['actorId'],
  { key, value }: { readonly key: string; readonly value: string },
  nowMs: number,
): Statement<number> {
  return insertSettingChange({ actorId, key, value, now: nowMs });
}

/** Goes after the statement that inserts the invitation, since its id is part of the entry. */
export function recordInvitation(
  actorId: AuditEntry['actorId'],
  { tokenHash, role, storageQuota, maxUses, expiresAt }: InvitationFacts,
  nowMs: number,
): Statement<number> {
  const detail = writeFacts({
    role,
    maxUses,
    ...(storageQuota === null ? {} : { storageQuota }),
    ...(expiresAt === null ? {} : { expiresAt: new Date(expiresAt) }),
  });
  return insertInvitationEntry({ actorId, tokenHash, detail, now: nowMs });
}

interface InvitationFacts {
  readonly tokenHash: string;
  readonly role: string;
  readonly storageQuota: number | null;
  readonly maxUses: number | null;
  readonly expiresAt: number | null;
}

/** An account that an invitation of the operator has made. Goes after the statement that inserts it. */
export function recordNewAdministrator(username: string, nowMs: number): Statement<number> {
  return insertAdministratorEntry({ username, detail: writeFacts({ to: 'admin' }), now: nowMs });
}

const insertInvitationEntry = prepareWrite(
  (p: Params<{ actorId: number | null; tokenHash: string; detail: string; now: number }>) =>
    insertFrom(
      auditLog,
      {
        actorId: p.actorId,
        action: 'create_invitation' satisfies AuditAction,
        subject: sql`'invitation:' || ${invitations.id}`,
        detail: p.detail,
        createdAt: p.now,
      },
      sql`FROM ${invitations} WHERE ${eq(invitations.tokenHash, p.tokenHash)}`,
    ),
);

const insertAdministratorEntry = prepareWrite(
  (p: Params<{ username: string; detail: string; now: number }>) =>
    insertFrom(
      auditLog,
      {
        actorId: null,
        action: 'role_grant' satisfies AuditAction,
        subject: sql`'user:' || ${users.id}`,
        detail: p.detail,
        createdAt: p.now,
      },
      sql`FROM ${users} WHERE ${eq(users.username, p.username)}`,
    ),
);

const insertEntry = prepareWrite(
  (p: Params<Record<keyof AuditEntry | 'now', number | string | null>>) =>
    query.insert(auditLog).values({
      actorId: p.actorId,
      action: p.action,
      subject: p.subject,
      detail: p.detail,
      createdAt: p.now,
    }),
);

const insertSettingChange = prepareWrite(
  (p: Params<{ actorId: number | null; key: string; value: string; now: number }>) => {
    const stored = query
      .select({ value: settings.configValue })
      .from(settings)
      .where(eq(settings.configKey, p.key));
    return query.insert(auditLog).values({
      actorId: p.actorId,
      action: 'set_setting' satisfies AuditAction,
      subject: sql`${'setting:'} || ${p.key}`,
      detail: sql`json_object('from', (${stored}), 'to', ${p.value})`,
      createdAt: p.now,
    });
  },
);
