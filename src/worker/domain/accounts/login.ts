import { networkOf } from '../../lib/client-address.ts';
import type { CaptchaAnswer, CaptchaContext } from '../captcha/captcha.ts';
import { requireCaptcha } from '../captcha/require-captcha.ts';
import { DomainError } from '../errors.ts';
import type { Services } from '../services.ts';
import { selectSettings } from '../settings/read-settings.ts';
import { openWebSession, type OpenedWebSession } from '../sessions/open-web-session.ts';
import { limitGuesses, type GuessWindow } from './login-limits.ts';
import { verifyPassword } from './password.ts';
import { findAccountByName, selectAccountByName, type Account } from './read-account.ts';
import { retryWhileChanging } from './retry-while-changing.ts';

export type LoginServices = Pick<
  Services,
  'background' | 'clock' | 'config' | 'db' | 'deriveKey' | 'keys' | 'limiter' | 'sessions'
>;

export interface Login extends CaptchaContext {
  readonly username: string;
  readonly password: string;
  readonly captcha?: CaptchaAnswer | undefined;
}

export interface SignedIn<Session> {
  readonly account: Account;
  readonly session: Session;
}

/**
 * Checks a name and its password and opens a web session.
 * @throws {DomainError} wrong_credentials, too_many_attempts, captcha_failed, captcha_unavailable, account_busy,
 * account_suspended (see `signIn`), sign_in_required when the account is erased meanwhile.
 */
export function login(
  services: LoginServices,
  attempt: Login,
): Promise<SignedIn<OpenedWebSession>> {
  return signIn(services, attempt, (account) => openWebSession(services, account));
}

/**
 * Checks a name and its password and opens a session of any kind: `open` returns null when the account has changed
 * since it was read. Only a wrong name or password counts as a failure, but every attempt counts against its address. A
 * captcha is judged before the password.
 * @throws {DomainError} wrong_credentials, too_many_attempts, captcha_failed, captcha_unavailable, account_busy,
 * account_suspended when the password is right and the account is suspended or about to be erased; what `open` throws.
 */
export function signIn<Session>(
  services: LoginServices,
  attempt: Login,
  open: (account: Account) => Promise<Session | null>,
): Promise<SignedIn<Session>> {
  return limitGuesses(services, windowsOf(services, attempt), async () => {
    const { config, db } = services;
    const { captcha } = attempt;
    const username = attempt.username.toLowerCase();
    const { account: found, settings } = await db.batch({
      account: selectAccountByName({ username }),
      settings: selectSettings(['captcha_provider'], config),
    });
    await requireCaptcha(services, settings.captcha_provider, captcha, attempt);
    const tryIn = async (read: Account | null): Promise<SignedIn<Session> | null> => {
      const account = await checkPassword(services, attempt, read);
      const session = await open(account);
      return session === null ? null : { account, session };
    };
    return (
      (await tryIn(found)) ??
      retryWhileChanging(async () => tryIn(await findAccountByName(db, username)))
    );
  });
}

/** The address comes first: whoever it stops must not be able to lock others out of their names. */
function windowsOf(
  { config }: Pick<Services, 'config'>,
  { username, address }: Login,
): readonly GuessWindow[] {
  const windowMs = config.LOGIN_WINDOW_MS;
  const network = networkOf(address);
  return [
    {
      subject: `login:ip:${network}`,
      limit: config.LOGIN_FAILURES_PER_IP,
      windowMs,
      failuresOnly: true,
    },
    {
      subject: `login:attempts:${network}`,
      limit: config.LOGIN_ATTEMPTS_PER_IP,
      windowMs,
      failuresOnly: false,
    },
    {
      subject: `login:name:${username.toLowerCase()}`,
      limit: config.LOGIN_FAILURES_PER_USERNAME,
      windowMs,
      failuresOnly: true,
    },
  ];
}

/** Returns the account if the password opens it; somebody who does not exist takes as long as a wrong password. */
async function checkPassword(
  { deriveKey }: LoginServices,
  { password }: Login,
  account: Account | null,
): Promise<Account> {
  const matches = await verifyPassword(deriveKey, password, account?.passwordHash ?? null);
  if (account === null || !matches) throw new DomainError('wrong_credentials');
  if (account.status === 'suspended' || account.status === 'deleting') {
    throw new DomainError('account_suspended');
  }
  return account;
}
