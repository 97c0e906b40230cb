import { guard, GuardError, statement, type Statement } from '../../db/database.ts';
import { newOpaqueId } from '../../lib/ids.ts';
import { DomainError } from '../errors.ts';
import type { Services } from '../services.ts';
import { ACCOUNT_COPY_COLUMNS, toAccountCopy } from '../sessions/account-copy.ts';
import { eventIdOf, insertAccountEvent, removeAccountEvent } from '../sessions/account-events.ts';
import type { AccountCopy } from '../sessions/session-store.ts';
import { settleAccount } from '../sessions/settle-account.ts';
import { findAccount, type Account } from './read-account.ts';

type ChangeServices = Pick<Services, 'background' | 'clock' | 'db' | 'sessions'>;

export interface AccountChange {
  /** Ends every session that the account has. */
  readonly dropSessions: boolean;
  /**
   * The statements that make the change, from the account as it stands. They become one batch with the rise of
   * `auth_version`; guards among them are the caller's to map. Throws when the account does not allow the change.
   */
  readonly statements: (account: Account) => readonly Statement[];
}

const HOLD_TTL_MS = 10_000;
const CHANGED = 'account_changed';
// Only a change at the same moment makes another attempt necessary.
const MAX_ATTEMPTS = 3;

const busy = (): DomainError => new DomainError('account_busy');

const commit = async (
  { clock, db }: ChangeServices,
  account: Account,
  { dropSessions }: AccountChange,
  statements: readonly Statement[],
): Promise<{ copy: AccountCopy; eventId: number }> => {
  const now = clock.now();
  const results = await db.batch([
    statement(
      'UPDATE users SET auth_version = auth_version + 1, updated_at = ? WHERE id = ? AND auth_version = ?',
      now,
      account.id,
      account.authVersion,
    ),
    guard(CHANGED),
    ...statements,
    ...(dropSessions ? [statement('DELETE FROM user_sessions WHERE user_id = ?', account.id)] : []),
    insertAccountEvent(account.id, now),
    statement(`SELECT ${ACCOUNT_COPY_COLUMNS} FROM users WHERE id = ?`, account.id),
  ]);
  const row = results.at(-1)?.rows[0];
  if (row === undefined) throw new Error('an account was deleted as if it were changed');
  return { copy: toAccountCopy(row), eventId: eventIdOf(results.at(-2)) };
};

/** One attempt: hold, batch, apply. Null when somebody else changed the account first. */
const attemptChange = async (
  services: ChangeServices,
  account: Account,
  change: AccountChange,
): Promise<AccountCopy | null> => {
  const { background, db, sessions } = services;
  const statements = change.statements(account);
  const { id: userId, authVersion } = account;
  const changeId = newOpaqueId();
  const { dropSessions } = change;
  const admittance = await sessions.hold(
    userId,
    { changeId, authVersion, dropSessions },
    HOLD_TTL_MS,
  );
  if (admittance === 'locked') throw busy();
  if (admittance !== 'admitted') {
    await settleAccount(services, userId, admittance.unsure);
    return null;
  }
  try {
    const { copy, eventId } = await commit(services, account, change, statements);
    await sessions.apply(userId, copy, true);
    background(removeAccountEvent(db, eventId));
    return copy;
  } catch (error) {
    // Only a guard's refusal proves that nothing was committed; after any other failure the hold stays.
    if (!(error instanceof GuardError)) throw error;
    await sessions.release(userId, changeId);
    if (error.reason !== CHANGED) throw error;
    return null;
  }
};

/**
 * Changes role, status, password or deletion state of an account so that authentication never sees less than what is
 * committed: the account is held first, and open again once its object has the outcome. Whoever stops in between
 * leaves the account locked until the hold runs out or the event in the batch is delivered.
 * @throws {DomainError} user_not_found (no such user), account_busy (another change is under way), what `statements` throws;
 * GuardError from its guards.
 */
export const changeAccount = async (
  services: ChangeServices,
  userId: number,
  change: AccountChange,
): Promise<AccountCopy> => {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const account = await findAccount(services.db, userId);
    if (account === null) throw new DomainError('user_not_found');
    const copy = await attemptChange(services, account, change);
    if (copy !== null) return copy;
  }
  throw busy();
};
