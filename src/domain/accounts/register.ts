import { networkOf } from '../../lib/client-address.ts';
import { verifyChallenge, type CaptchaAnswer } from '../challenge/verify-challenge.ts';
import type { Services } from '../services.ts';
import { insertAccount } from './insert-account.ts';
import { requirePlace } from './login-limits.ts';
import { hashPassword } from './password.ts';

type RegisterServices = Pick<Services, 'config' | 'clock' | 'db' | 'deriveKey' | 'limiter'>;

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

export interface Registered {
  readonly id: number;
  readonly username: string;
  readonly email: string;
}

/**
 * Creates an account; nobody is signed in by it.
 * @throws {DomainError} too_many_attempts from this address or for this name, challenge_failed, invalid_parameter when
 * the name or the email is taken.
 */
export async function register(
  services: RegisterServices,
  { username, email, password, captcha, address }: Registration,
): Promise<Registered> {
  const { config } = services;
  // The address first: whoever it stops must not be able to use up a name's places.
  await takePlace(services, `register:ip:${networkOf(address)}`, config.REGISTRATIONS_PER_IP);
  await takePlace(services, `register:name:${username}`, config.REGISTRATIONS_PER_USERNAME);
  verifyChallenge(captcha);
  const passwordHash = await hashPassword(services.deriveKey, password);
  const id = await insertAccount(services, { username, email, passwordHash });
  return { id, username, email };
}

async function takePlace(
  { config, limiter }: RegisterServices,
  subject: string,
  limit: number,
): Promise<void> {
  const rule = { limit, windowMs: config.REGISTRATION_WINDOW_MS };
  requirePlace(subject, await limiter.take(subject, rule));
}
