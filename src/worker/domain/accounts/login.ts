import { networkOf } from '../../lib/client-address.ts';
import type { CaptchaAnswer, CaptchaContext } from '../captcha/captcha.ts';
import { REQUIRE_CAPTCHA_ERRORS, requireCaptcha } from '../captcha/require-captcha.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import type { Services } from '../services.ts';
import { OPEN_SESSION_ERRORS } from '../sessions/open-session.ts';
import type { SessionUse } from '../sessions/session-store.ts';
import { selectSettings } from '../settings/read-settings.ts';
import { openWebSession, type OpenedWebSession } from '../sessions/open-web-session.ts';
import { LIMIT_GUESSES_ERRORS, limitGuesses, type GuessWindow } from './login-limits.ts';
import { verifyPassword } from './password.ts';
import { selectAccountByEntry, type Account } from './read-account.ts';
import { RETRY_WHILE_CHANGING_ERRORS, retryWhileChanging } from './retry-while-changing.ts';

export type LoginServices = Pick<
  Services,
  | 'background'
  | 'clock'
  | 'config'
  | 'db'
  | 'deriveKey'
  | 'directory'
  | 'keys'
  | 'limiter'
  | 'sessions'
>;

export interface Login extends CaptchaContext {
  /** Or the email address. */
  readonly username: string;
  readonly password: string;
  readonly captcha?: CaptchaAnswer | undefined;
}

export interface SignedIn<Session> {
  readonly account: Account;
  readonly session: Session;
}

export const SIGN_IN_ERRORS = [
  'wrong_credentials',
  ...LIMIT_GUESSES_ERRORS,
  ...REQUIRE_CAPTCHA_ERRORS,
  // The password is right, but the account is suspended or being erased.
  'account_suspended',
  ...RETRY_WHILE_CHANGING_ERRORS,
] as const satisfies readonly ErrorName[];

export const LOGIN_ERRORS = [
  ...SIGN_IN_ERRORS,
  ...OPEN_SESSION_ERRORS,
] as const satisfies readonly ErrorName[];

export function login(
  services: LoginServices,
  attempt: Login & Pick<SessionUse, 'userAgent'>,
): Promise<SignedIn<OpenedWebSession>> {
  return signIn(services, attempt, (account) =>
    openWebSession(services, account, attempt.userAgent),
  );
}

/**
 * `open`: null when the account changed. Wrong credentials count by address and by the entry, all attempts by address.
 * The name of an account and its email address are two entries: one count would tell that they belong together.
 */
export async function signIn<Session>(
  services: LoginServices,
  attempt: Login,
  open: (account: Account) => Promise<Session | null>,
): Promise<SignedIn<Session>> {
  const entry = attempt.username.toLowerCase();
  return limitGuesses(services, windowsOf(services, entry, attempt), async () => {
    const { config, directory } = services;
    const { captcha } = attempt;
    const { account: found, settings } = await directory.batch({
      account: selectAccountByEntry(entry),
      settings: selectSettings(['captcha_provider'], config),
    });
    await requireCaptcha(services, settings.captcha_provider, captcha, attempt);
    const trySignIn = async (read: Account | null): Promise<SignedIn<Session> | null> => {
      const account = await checkPassword(services, attempt, read);
      const session = await open(account);
      return session === null ? null : { account, session };
    };
    return (
      (await trySignIn(found)) ??
      retryWhileChanging(async () => trySignIn(await directory.run(selectAccountByEntry(entry))))
    );
  });
}

/** Address first: a blocked address must not lock others out of their names. */
function windowsOf(
  { config }: Pick<Services, 'config'>,
  entry: string,
  { address }: Login,
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
      subject: `login:name:${entry}`,
      limit: config.LOGIN_FAILURES_PER_USERNAME,
      windowMs,
      failuresOnly: true,
    },
  ];
}

/** An unknown name takes as long as a wrong password. */
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
