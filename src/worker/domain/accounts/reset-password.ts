import { and, eq, gt } from 'drizzle-orm';
import { guard, GuardError } from '../../db/guard.ts';
import { query } from '../../db/query.ts';
import { passwordResets } from '../../db/schema/invitations.ts';
import { prepareFirst, prepareWrite, type Params } from '../../db/statement.ts';
import { networkOf } from '../../lib/client-address.ts';
import { hashLinkToken } from '../../lib/link-token.ts';
import { NOTICE_TITLES } from '../../../shared/notice-titles.ts';
import { DomainError, isDomainError, type ErrorName } from '../errors.ts';
import { notify } from '../notifications/notify.ts';
import type { Services } from '../services.ts';
import { changeAccount } from './change-account.ts';
import { updatePassword } from './change-password.ts';
import { RESETTABLE } from './issue-password-reset.ts';
import { LIMIT_GUESSES_ERRORS, limitGuesses } from './login-limits.ts';
import { hashPassword } from './password.ts';
import { RETRY_WHILE_CHANGING_ERRORS } from './retry-while-changing.ts';

export interface PasswordByLink {
  readonly token: string;
  readonly newPassword: string;
  readonly address: string;
}

type ResetServices = Pick<
  Services,
  'background' | 'clock' | 'config' | 'db' | 'deriveKey' | 'limiter' | 'sessions'
>;

const LINK_INVALID = 'reset_link_invalid';

export const RESET_PASSWORD_ERRORS = [
  'reset_link_invalid',
  ...LIMIT_GUESSES_ERRORS,
  ...RETRY_WHILE_CHANGING_ERRORS,
] as const satisfies readonly ErrorName[];

/** Ends all sessions, and keeps API keys. The batch of the new password uses up the link. */
export function resetPassword(services: ResetServices, change: PasswordByLink): Promise<void> {
  const { LOGIN_WINDOW_MS, LOGIN_FAILURES_PER_IP } = services.config;
  const window = {
    subject: `reset:ip:${networkOf(change.address)}`,
    limit: LOGIN_FAILURES_PER_IP,
    windowMs: LOGIN_WINDOW_MS,
    failuresOnly: true,
  };
  return limitGuesses(services, [window], () => useLink(services, change), LINK_INVALID);
}

/** The link is judged before the password is hashed, and again in the batch. */
async function useLink(
  services: ResetServices,
  { token, newPassword }: PasswordByLink,
): Promise<void> {
  const { clock, db, deriveKey } = services;
  const tokenHash = await hashLinkToken('password_reset', token);
  const link =
    tokenHash === null ? null : await db.run(selectLink({ tokenHash, now: clock.now() }));
  if (tokenHash === null || link === null) throw new DomainError('reset_link_invalid');
  const { userId } = link;
  const passwordHash = await hashPassword(deriveKey, newPassword);
  const now = clock.now();
  try {
    await changeAccount(services, userId, {
      dropSessions: true,
      statements: ({ status }) => {
        if (!RESETTABLE.has(status)) throw new DomainError('reset_link_invalid');
        return [
          deleteLink({ userId, tokenHash, now }),
          guard(LINK_INVALID),
          updatePassword({ userId, passwordHash }),
          noticeOf(userId, now),
        ];
      },
    });
  } catch (error) {
    throw isLinkGone(error) ? new DomainError('reset_link_invalid', { cause: error }) : error;
  }
}

/** Used or replaced meanwhile, or its account is erased. */
function isLinkGone(error: unknown): boolean {
  if (error instanceof GuardError) return error.reason === LINK_INVALID;
  return isDomainError(error, 'user_not_found') || isDomainError(error, 'sign_in_required');
}

function noticeOf(userId: number, now: number) {
  const message =
    'A link from an administrator set a new password, and every session was signed out. If it was not you, tell an ' +
    'administrator. API keys still work: withdraw those that you do not know.';
  return notify({ userId, type: 'security', title: NOTICE_TITLES.passwordReset, message }, now);
}

const selectLink = prepareFirst((p: Params<{ tokenHash: string; now: number }>) =>
  query
    .select({ userId: passwordResets.userId })
    .from(passwordResets)
    .where(and(eq(passwordResets.tokenHash, p.tokenHash), gt(passwordResets.expiresAt, p.now))),
);

const deleteLink = prepareWrite((p: Params<{ userId: number; tokenHash: string; now: number }>) =>
  query
    .delete(passwordResets)
    .where(
      and(
        eq(passwordResets.userId, p.userId),
        eq(passwordResets.tokenHash, p.tokenHash),
        gt(passwordResets.expiresAt, p.now),
      ),
    ),
);
