import { guard, guardThat, GuardError, statement } from '../../db/database.ts';
import { DomainError } from '../errors.ts';
import type { Services } from '../services.ts';

export interface NewAccount {
  /** In lower case. */
  readonly username: string;
  /** In lower case. */
  readonly email: string;
  readonly passwordHash: string;
}

const TAKEN: Readonly<Record<string, string>> = {
  username_taken: 'username: already taken',
  email_taken: 'email: already registered',
};

/**
 * Writes an account and counts it; gives its id. When both name and email are taken, the name is what it says.
 * @throws {DomainError} invalid_parameter when the name or the email is taken.
 */
export const insertAccount = async (
  { clock, config, db }: Pick<Services, 'clock' | 'config' | 'db'>,
  { username, email, passwordHash }: NewAccount,
): Promise<number> => {
  const now = clock.now();
  try {
    const results = await db.batch([
      guardThat('username_taken', 'NOT EXISTS (SELECT 1 FROM users WHERE username = ?)', username),
      guardThat('email_taken', 'NOT EXISTS (SELECT 1 FROM users WHERE email = ?)', email),
      statement('UPDATE site_totals SET users = users + 1, active_users = active_users + 1'),
      guard('no_site_totals'),
      statement(
        `INSERT INTO users (username, email, password_hash, role, status, storage_quota, created_at, updated_at)
         VALUES (?, ?, ?, 'user', 'active', ?, ?, ?) RETURNING id`,
        username,
        email,
        passwordHash,
        config.DEFAULT_STORAGE_QUOTA_BYTES,
        now,
        now,
      ),
    ]);
    return Number(results.at(-1)?.rows[0]?.['id']);
  } catch (error) {
    const message = error instanceof GuardError ? TAKEN[error.reason] : undefined;
    if (message === undefined) throw error;
    throw new DomainError('invalid_parameter', { message, cause: error });
  }
};
