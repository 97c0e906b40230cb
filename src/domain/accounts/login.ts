import { networkOf } from '../../lib/client-address.ts';
import { verifyChallenge, type CaptchaAnswer } from '../challenge/verify-challenge.ts';
import { DomainError } from '../errors.ts';
import type { Services } from '../services.ts';
import { openWebSession, type OpenedWebSession } from '../sessions/open-web-session.ts';
import { limitGuesses, type GuessWindow } from './login-limits.ts';
import { verifyPassword } from './password.ts';
import { findAccountByName, type Account } from './read-account.ts';
import { retryWhileChanging } from './retry-while-changing.ts';

export type LoginServices = Pick<
  Services,
  'background' | 'clock' | 'config' | 'db' | 'deriveKey' | 'keys' | 'limiter' | 'sessions'
>;

export interface Login {
  readonly username: string;
  readonly password: string;
  readonly captcha?: CaptchaAnswer | undefined;
  /** The caller's IP address. */
  readonly address: string;
}

export interface SignedIn<Session> {
  readonly account: Account;
  readonly session: Session;
}

/**
 * Checks a name and its password and opens a web session.
 * @throws {DomainError} as `signIn`.
 */
export function login(
  services: LoginServices,
  attempt: Login,
): Promise<SignedIn<OpenedWebSession>> {
  return signIn(services, attempt, (account) => openWebSession(services, account));
}

/**
 * Checks a name and its password and opens a session of any kind: `open` returns null when the account has changed
 * since it was read. Only a wrong name or password counts as a failure, but every attempt counts against its address.
 * @throws {DomainError} wrong_credentials, too_many_attempts, challenge_failed, account_busy, account_suspended when the
 * password is right and the account is suspended or about to be erased; what `open` throws.
 */
export function signIn<Session>(
  services: LoginServices,
  attempt: Login,
  open: (account: Account) => Promise<Session | null>,
): Promise<SignedIn<Session>> {
  return limitGuesses(services, windowsOf(services, attempt), async () => {
    verifyChallenge(attempt.captcha);
    return retryWhileChanging(async () => {
      const account = await checkPassword(services, attempt);
      const session = await open(account);
      return session === null ? null : { account, session };
    });
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

/** Returns the account that a name and its password open. */
async function checkPassword(
  { db, deriveKey }: LoginServices,
  { username, password }: Login,
): Promise<Account> {
  const account = await findAccountByName(db, username);
  const matches = await verifyPassword(deriveKey, password, account?.passwordHash ?? null);
  if (account === null || !matches) throw new DomainError('wrong_credentials');
  if (account.status === 'suspended' || account.status === 'deleting') {
    throw new DomainError('account_suspended');
  }
  return account;
}
