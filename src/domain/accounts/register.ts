import { guard, guardThat, GuardError, statement } from '../../db/database.ts';
import { networkOf } from '../../lib/client-address.ts';
import { verifyChallenge, type CaptchaAnswer } from '../challenge/verify-challenge.ts';
import { DomainError } from '../errors.ts';
import type { Services } from '../services.ts';
import { hashPassword } from './password.ts';

export interface Registration {
  /** In lower case. */
  readonly username: string;
  /** In lower case. */
  readonly email: string;
  readonly password: string;
  readonly captcha?: CaptchaAnswer | undefined;
  /** The caller's IP address. */
  readonly address: string;
}

const TAKEN: Readonly<Record<string, string>> = {
  username_taken: 'username: already taken',
  email_taken: 'email: already registered',
};

/**
 * Creates an account; nobody is signed in by it. When both name and email are taken, the name is what it says.
 * @throws DomainError 2008 (too many from this address), 2009, 3000 (name or email taken).
 */
export const register = async (
  services: Pick<Services, 'config' | 'clock' | 'db' | 'limiter'>,
  { username, email, password, captcha, address }: Registration,
): Promise<{ id: number; username: string; email: string }> => {
  const { config, clock, db, limiter } = services;
  const verdict = await limiter.take(`register:ip:${networkOf(address)}`, {
    limit: config.REGISTRATIONS_PER_IP,
    windowMs: config.REGISTRATION_WINDOW_MS,
  });
  if (!verdict.allowed)
    throw new DomainError(2008, { retryAfterSeconds: verdict.retryAfterSeconds });
  verifyChallenge(captcha);

  const passwordHash = await hashPassword(password);
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
    return { id: Number(results.at(-1)?.rows[0]?.['id']), username, email };
  } catch (error) {
    const message = error instanceof GuardError ? TAKEN[error.reason] : undefined;
    if (message === undefined) throw error;
    throw new DomainError(3000, { message, cause: error });
  }
};
