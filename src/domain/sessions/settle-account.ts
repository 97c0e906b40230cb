import { statement } from '../../db/database.ts';
import { DomainError } from '../errors.ts';
import type { Services } from '../services.ts';
import { ACCOUNT_COPY_COLUMNS, toAccountCopy } from './account-copy.ts';
import { insertAccountEvent } from './account-events.ts';

/**
 * Decides an account change whose outcome never arrived: raises the version from which it started, so that it cannot
 * be committed any more, unless it has been; then brings the account's object up to date.
 * @throws {DomainError} sign_in_required when the account is no more.
 */
export const settleAccount = async (
  { db, clock, sessions }: Pick<Services, 'db' | 'clock' | 'sessions'>,
  userId: number,
  heldVersion: number,
): Promise<void> => {
  const [fenced, account] = await db.batch([
    statement(
      'UPDATE users SET auth_version = auth_version + 1 WHERE id = ? AND auth_version = ?',
      userId,
      heldVersion,
    ),
    statement(`SELECT ${ACCOUNT_COPY_COLUMNS} FROM users WHERE id = ?`, userId),
    insertAccountEvent(userId, clock.now()),
  ]);
  const row = account?.rows[0];
  if (row === undefined) {
    await sessions.forget(userId);
    throw new DomainError('sign_in_required');
  }
  await sessions.apply(userId, toAccountCopy(row), fenced?.changes === 0);
};
