import { networkOf } from '../../lib/client-address.ts';
import type { CaptchaAnswer, CaptchaContext } from '../captcha/captcha.ts';
import { REQUIRE_CAPTCHA_ERRORS, requireCaptcha } from '../captcha/require-captcha.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import type { Services } from '../services.ts';
import { OPEN_SESSION_ERRORS } from '../sessions/open-session.ts';
import { selectSettings } from '../settings/read-settings.ts';
import { openWebSession, type OpenedWebSession } from '../sessions/open-web-session.ts';
import {
  LIMIT_GUESSES_ERRORS,
  limitGuesses,
  recallRefusals,
  type GuessWindow,
} from './login-limits.ts';
import { verifyPassword } from './password.ts';
import {
  findAccountByName,
  selectAccountByName,
  selectNameByEmail,
  type Account,
} from './read-account.ts';
import { RETRY_WHILE_CHANGING_ERRORS, retryWhileChanging } from './retry-while-changing.ts';

export type LoginServices = Pick<
  Services,
  'background' | 'clock' | 'config' | 'db' | 'deriveKey' | 'keys' | 'limiter' | 'sessions'
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
  attempt: Login,
): Promise<SignedIn<OpenedWebSession>> {
  return signIn(services, attempt, (account) => openWebSession(services, account));
}

/** `open`: null when the account changed. Wrong credentials count by address and name, all attempts by address. */
export async function signIn<Session>(
  services: LoginServices,
  attempt: Login,
  open: (account: Account) => Promise<Session | null>,
): Promise<SignedIn<Session>> {
  const addressWindows = windowsOfAddress(services, attempt);
  const username = await readUsername(services, attempt.username.toLowerCase(), addressWindows);
  const windows = [...addressWindows, windowOfName(services, username)];
  return limitGuesses(services, windows, async () => {
    const { config, db } = services;
    const { captcha } = attempt;
    const { account: found, settings } = await db.batch({
      account: selectAccountByName({ username }),
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
      retryWhileChanging(async () => trySignIn(await findAccountByName(db, username)))
    );
  });
}

/**
 * The name of the account, so that its name and its email address share one window; the entry itself for nobody's
 * address. No name has an @.
 */
async function readUsername(
  { db, limiter }: LoginServices,
  entry: string,
  addressWindows: readonly GuessWindow[],
): Promise<string> {
  if (!entry.includes('@')) return entry;
  recallRefusals(limiter, addressWindows);
  const found = await db.run(selectNameByEmail({ email: entry }));
  return found?.username ?? entry;
}

/** They come before the name's: a blocked address must not lock others out of their names. */
function windowsOfAddress(
  { config }: Pick<Services, 'config'>,
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
  ];
}

function windowOfName({ config }: Pick<Services, 'config'>, username: string): GuessWindow {
  return {
    subject: `login:name:${username}`,
    limit: config.LOGIN_FAILURES_PER_USERNAME,
    windowMs: config.LOGIN_WINDOW_MS,
    failuresOnly: true,
  };
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
