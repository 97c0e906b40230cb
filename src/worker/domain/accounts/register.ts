import { networkOf } from '../../lib/client-address.ts';
import type { ChallengeAnswer, ChallengeContext } from '../captcha/captcha.ts';
import { requireChallenge } from '../captcha/require-captcha.ts';
import type { Services } from '../services.ts';
import { readSettings } from '../settings/read-settings.ts';
import { insertAccount } from './insert-account.ts';
import { requirePlace } from './login-limits.ts';
import { hashPassword } from './password.ts';

type RegisterServices = Pick<Services, 'config' | 'clock' | 'db' | 'deriveKey' | 'limiter'>;

export interface Registration extends ChallengeContext {
  /** In lower case. */
  readonly username: string;
  /** In lower case. */
  readonly email: string;
  readonly password: string;
  readonly captcha?: ChallengeAnswer | undefined;
}

export interface Registered {
  readonly id: number;
  readonly username: string;
  readonly email: string;
}

/**
 * Creates an account; nobody is signed in by it.
 * @throws {DomainError} too_many_attempts from this address or for this name, challenge_failed,
 * challenge_unavailable, invalid_parameter when the name or the email is taken.
 */
export async function register(
  services: RegisterServices,
  registration: Registration,
): Promise<Registered> {
  const { username, email, password, captcha, address } = registration;
  const { config } = services;
  // Address and challenge first: whoever they stop must not be able to use up a name's places.
  await countAttempt(services, `register:ip:${networkOf(address)}`, config.REGISTRATIONS_PER_IP);
  const { captcha_provider: provider } = await readSettings(services, ['captcha_provider']);
  await requireChallenge(services, provider, captcha, registration);
  await countAttempt(services, `register:name:${username}`, config.REGISTRATIONS_PER_USERNAME);
  const passwordHash = await hashPassword(services.deriveKey, password);
  const id = await insertAccount(services, { username, email, passwordHash });
  return { id, username, email };
}

async function countAttempt(
  { config, limiter }: RegisterServices,
  subject: string,
  limit: number,
): Promise<void> {
  const rule = { limit, windowMs: config.REGISTRATION_WINDOW_MS };
  requirePlace(subject, await limiter.take(subject, rule));
}
