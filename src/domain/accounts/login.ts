import { networkOf } from '../../lib/client-address.ts';
import type { ChallengeAnswer, ChallengeContext } from '../challenge/challenge.ts';
import { requireChallenge } from '../challenge/require-challenge.ts';
import { DomainError } from '../errors.ts';
import type { Services } from '../services.ts';
import { selectSettings } from '../settings/read-settings.ts';
import { openWebSession, type OpenedSession } from '../sessions/open-session.ts';
import { limitGuesses, type GuessWindow } from './login-limits.ts';
import { verifyPassword } from './password.ts';
import { findAccountByName, selectAccountByName, type Account } from './read-account.ts';
import { retryWhileChanging } from './retry-while-changing.ts';

type LoginServices = Pick<
  Services,
  'background' | 'clock' | 'config' | 'db' | 'deriveKey' | 'keys' | 'limiter' | 'sessions'
>;

export interface Login extends ChallengeContext {
  readonly username: string;
  readonly password: string;
  readonly captcha?: ChallengeAnswer | undefined;
}

export interface SignedIn {
  readonly account: Account;
  readonly session: OpenedSession;
}

/**
 * Checks a name and its password and opens a web session. Only a wrong name or password counts as a failure, but every
 * attempt counts against its address. A challenge is judged before the password.
 * @throws {DomainError} wrong_credentials, too_many_attempts, challenge_failed, challenge_unavailable, account_busy,
 * account_suspended when the password is right and the account is suspended or about to be erased.
 */
export function login(services: LoginServices, attempt: Login): Promise<SignedIn> {
  return limitGuesses(services, windowsOf(services, attempt), async () => {
    const { config, db } = services;
    const { username, captcha } = attempt;
    const { account, settings } = await db.batch({
      account: selectAccountByName({ username: username.toLowerCase() }),
      settings: selectSettings(['captcha_provider'], config),
    });
    await requireChallenge(services, settings.captcha_provider, captcha, attempt);
    const signedIn = await signIn(services, attempt, account);
    if (signedIn !== null) return signedIn;
    return retryWhileChanging(async () =>
      signIn(services, attempt, await findAccountByName(db, username)),
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

/** One attempt; null when the account has changed between look-up and session. */
async function signIn(
  services: LoginServices,
  { password }: Login,
  account: Account | null,
): Promise<SignedIn | null> {
  const matches = await verifyPassword(services.deriveKey, password, account?.passwordHash ?? null);
  if (account === null || !matches) throw new DomainError('wrong_credentials');
  if (account.status === 'suspended' || account.status === 'deleting') {
    throw new DomainError('account_suspended');
  }
  const session = await openWebSession(services, account);
  return session === null ? null : { account, session };
}
