import { networkOf } from '../../lib/client-address.ts';
import { verifyChallenge, type CaptchaAnswer } from '../challenge/verify-challenge.ts';
import { DomainError } from '../errors.ts';
import type { Services } from '../services.ts';
import { insertAccount } from './insert-account.ts';
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

/**
 * Creates an account; nobody is signed in by it.
 * @throws DomainError 2008 (too many from this address), 2009, 3000 (name or email taken).
 */
export const register = async (
  services: Pick<Services, 'config' | 'clock' | 'db' | 'limiter'>,
  { username, email, password, captcha, address }: Registration,
): Promise<{ id: number; username: string; email: string }> => {
  const { config, limiter } = services;
  const verdict = await limiter.take(`register:ip:${networkOf(address)}`, {
    limit: config.REGISTRATIONS_PER_IP,
    windowMs: config.REGISTRATION_WINDOW_MS,
  });
  if (!verdict.allowed) {
    throw new DomainError(2008, { retryAfterSeconds: verdict.retryAfterSeconds });
  }
  verifyChallenge(captcha);
  const passwordHash = await hashPassword(password);
  const id = await insertAccount(services, { username, email, passwordHash });
  return { id, username, email };
};
