import { networkOf } from '../../lib/client-address.ts';
import type { CaptchaAnswer, CaptchaContext } from '../captcha/captcha.ts';
import { REQUIRE_CAPTCHA_ERRORS, requireCaptcha } from '../captcha/require-captcha.ts';
import type { ErrorName } from '../errors.ts';
import type { Services } from '../services.ts';
import { ADMIT_NEWCOMER_ERRORS, admitNewcomer } from './admit-newcomer.ts';
import { INSERT_ACCOUNT_ERRORS, insertAccount } from './insert-account.ts';
import { REQUIRE_ADMISSION_ERRORS, requireAdmission } from './login-limits.ts';
import { hashPassword } from './password.ts';

type RegisterServices = Pick<Services, 'config' | 'clock' | 'directory' | 'deriveKey' | 'limiter'>;

export interface Registration extends CaptchaContext {
  /** Name and address are lower case. */
  readonly username: string;
  readonly email: string;
  readonly password: string;
  readonly captcha?: CaptchaAnswer | undefined;
  /** The token of an invitation. */
  readonly invitation?: string | undefined;
}

export interface Registered {
  readonly id: number;
  readonly username: string;
  readonly email: string;
}

export const REGISTER_ERRORS = [
  ...REQUIRE_ADMISSION_ERRORS,
  ...ADMIT_NEWCOMER_ERRORS,
  ...REQUIRE_CAPTCHA_ERRORS,
  ...INSERT_ACCOUNT_ERRORS,
] as const satisfies readonly ErrorName[];

export async function register(
  services: RegisterServices,
  registration: Registration,
): Promise<Registered> {
  const { username, email, password, captcha, address } = registration;
  const { config } = services;
  // Address, setting and captcha first: a refused caller must not use up a name's attempts.
  await countAttempt(services, `register:ip:${networkOf(address)}`, config.REGISTRATIONS_PER_IP);
  const { admission, captchaProvider } = await admitNewcomer(services, registration.invitation);
  await requireCaptcha(services, captchaProvider, captcha, registration);
  await countAttempt(services, `register:name:${username}`, config.REGISTRATIONS_PER_USERNAME);
  const passwordHash = await hashPassword(services.deriveKey, password);
  const id = await insertAccount(services, { username, email, passwordHash }, admission);
  return { id, username, email };
}

async function countAttempt(
  { config, limiter }: RegisterServices,
  subject: string,
  limit: number,
): Promise<void> {
  const rule = { limit, windowMs: config.REGISTRATION_WINDOW_MS };
  requireAdmission(subject, await limiter.take(subject, rule));
}
