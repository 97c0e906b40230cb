import { guard, GuardError, statement } from '../../db/database.ts';
import { hashCredential, issueCredential } from '../../lib/credential.ts';
import { newOpaqueId } from '../../lib/ids.ts';
import { copyOf, type Account } from '../accounts/read-account.ts';
import { DomainError } from '../errors.ts';
import type { Services } from '../services.ts';
import { eventIdOf, insertAccountEvent, removeAccountEvent } from './account-events.ts';
import { issueCsrfToken } from './csrf-tokens.ts';
import { settleAccount } from './settle-account.ts';

export interface OpenedSession {
  readonly token: string;
  readonly csrfToken: string;
  readonly sessionId: string;
}

type OpenServices = Pick<
  Services,
  'background' | 'clock' | 'config' | 'db' | 'keys' | 'log' | 'sessions'
>;

/** Writes the session's row, if the account is still as it was read; gives the id of the event that backs it. */
const recordSession = async (
  { config, clock, db }: OpenServices,
  account: Account,
  sessionId: string,
): Promise<number | null> => {
  const now = clock.now();
  try {
    const results = await db.batch([
      statement(
        `INSERT INTO user_sessions (session_id, user_id, kind, created_at, expires_at)
         SELECT ?, id, 'web', ?, ? FROM users
         WHERE id = ? AND auth_version = ? AND status IN ('active', 'pending_deletion')`,
        sessionId,
        now,
        now + config.SESSION_TTL_MS,
        account.id,
        account.authVersion,
      ),
      guard('account_changed'),
      insertAccountEvent(account.id, now),
    ]);
    return eventIdOf(results.at(-1));
  } catch (error) {
    if (error instanceof GuardError) return null;
    throw error;
  }
};

/**
 * Opens a web session for an account whose password was checked as `account` stands. Null when the account has
 * changed since: it must be read again.
 * @throws {DomainError} account_busy while a change of the account is under way.
 */
export const openWebSession = async (
  services: OpenServices,
  account: Account,
): Promise<OpenedSession | null> => {
  const { background, config, clock, db, keys, sessions } = services;
  const sessionId = newOpaqueId();
  const token = await issueCredential(keys, 'web_session', String(account.id));
  const csrf = await issueCsrfToken(keys);
  const eventId = await recordSession(services, account, sessionId);
  if (eventId === null) return null;

  const createdAt = clock.now();
  const expiresAt = createdAt + config.SESSION_TTL_MS;
  const outcome = await sessions.open(
    account.id,
    {
      sessionId,
      kind: 'web',
      tokenHash: await hashCredential(token),
      csrf: { tokenHash: csrf.tokenHash, expiresAt: createdAt + config.CSRF_TTL_MS },
      createdAt,
      expiresAt,
      forgetAt: expiresAt + config.EXPIRED_SESSION_RETENTION_MS,
    },
    copyOf(account),
  );
  if (outcome === 'stale') return null;
  if (outcome === 'locked') {
    throw new DomainError('account_busy');
  }
  if (outcome !== 'admitted') {
    await settleAccount(services, account.id, outcome.unsure);
    return null;
  }
  background(removeAccountEvent(db, eventId));
  return { token, csrfToken: csrf.token, sessionId };
};
