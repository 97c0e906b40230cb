import { and, eq, sql } from 'drizzle-orm';
import { HOUR_MS } from '../../../shared/clock.ts';
import { guard, GuardError } from '../../db/guard.ts';
import { insertFrom } from '../../db/query.ts';
import { users } from '../../db/schema/accounts.ts';
import { passwordResets } from '../../db/schema/invitations.ts';
import { prepareWrite, type Params } from '../../db/statement.ts';
import { hashLinkToken, issueLinkToken } from '../../lib/link-token.ts';
import type { UserStatus } from '../actor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import type { Services } from '../services.ts';
import { ACCOUNT_CHANGED } from './change-account.ts';
import { findAccount, type Account } from './read-account.ts';
import { RETRY_WHILE_CHANGING_ERRORS, retryWhileChanging } from './retry-while-changing.ts';

export interface PasswordReset {
  /** Shown once: only its SHA-256 is kept. */
  readonly token: string;
  readonly expiresAt: number;
}

type ResetServices = Pick<Services, 'clock' | 'db'>;

export const PASSWORD_RESET_TTL_MS = HOUR_MS;

/** Others cannot sign in, whatever their password is. */
export const RESETTABLE: ReadonlySet<UserStatus> = new Set(['active', 'pending_deletion']);

export const ISSUE_PASSWORD_RESET_ERRORS = [
  'user_not_found',
  'permission_denied',
  'account_state_conflict',
  ...RETRY_WHILE_CHANGING_ERRORS,
] as const satisfies readonly ErrorName[];

/**
 * Replaces the account's earlier link. `actorId` is null for the operator's shell: it alone makes links for
 * administrators, so that no stolen session of one takes over another's account, or its own for good.
 */
export function issuePasswordReset(
  services: ResetServices,
  actorId: number | null,
  userId: number,
): Promise<PasswordReset> {
  return retryWhileChanging(async () => {
    const account = await findAccount(services.db, userId);
    if (account === null) throw new DomainError('user_not_found');
    if (actorId !== null && account.role === 'admin') throw new DomainError('permission_denied');
    if (!RESETTABLE.has(account.status)) throw new DomainError('account_state_conflict');
    return storeReset(services, actorId, account);
  });
}

/** Null when the account changed since it was read. */
async function storeReset(
  { clock, db }: ResetServices,
  actorId: number | null,
  { id: userId, authVersion }: Account,
): Promise<PasswordReset | null> {
  const now = clock.now();
  const expiresAt = now + PASSWORD_RESET_TTL_MS;
  const token = issueLinkToken('password_reset');
  const tokenHash = await hashLinkToken('password_reset', token);
  if (tokenHash === null) throw new Error('a new token does not read as one');
  try {
    await db.batch({
      stored: replaceReset({ userId, authVersion, tokenHash, expiresAt }),
      unchanged: guard(ACCOUNT_CHANGED),
      audit: recordAudit(
        {
          actorId,
          action: 'reset_password',
          subject: `user:${userId}`,
          detail: { expiresAt: new Date(expiresAt) },
        },
        now,
      ),
    });
    return { token, expiresAt };
  } catch (error) {
    if (error instanceof GuardError && error.reason === ACCOUNT_CHANGED) return null;
    throw error;
  }
}

const replaceReset = prepareWrite(
  (p: Params<{ userId: number; authVersion: number; tokenHash: string; expiresAt: number }>) =>
    insertFrom(
      passwordResets,
      {
        userId: users.id,
        tokenHash: p.tokenHash,
        expiresAt: p.expiresAt,
      },
      sql`FROM ${users} WHERE ${and(eq(users.id, p.userId), eq(users.authVersion, p.authVersion))}
        ON CONFLICT (user_id) DO UPDATE SET token_hash = excluded.token_hash,
          expires_at = excluded.expires_at`,
    ),
);
