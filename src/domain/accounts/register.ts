import { networkOf } from '../../lib/client-address.ts';
import { verifyChallenge, type CaptchaAnswer } from '../challenge/verify-challenge.ts';
import type { Services } from '../services.ts';
import { insertAccount } from './insert-account.ts';
import { requirePlace } from './login-limits.ts';
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
 * @throws {DomainError} too_many_attempts (too many from this address or for this name), challenge_failed, invalid_parameter (name or email taken).
 */
export const register = async (
  services: Pick<Services, 'config' | 'clock' | 'db' | 'limiter'>,
  { username, email, password, captcha, address }: Registration,
): Promise<{ id: number; username: string; email: string }> => {
  const { config, limiter } = services;
  const take = async (subject: string, limit: number): Promise<void> => {
    const rule = { limit, windowMs: config.REGISTRATION_WINDOW_MS };
    requirePlace(subject, await limiter.take(subject, rule));
  };
  // The address first: whoever it stops must not be able to use up a name's places.
  await take(`register:ip:${networkOf(address)}`, config.REGISTRATIONS_PER_IP);
  await take(`register:name:${username}`, config.REGISTRATIONS_PER_USERNAME);
  verifyChallenge(captcha);
  const passwordHash = await hashPassword(password);
  const id = await insertAccount(services, { username, email, passwordHash });
  return { id, username, email };
};
