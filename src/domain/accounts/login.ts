import { verifyChallenge, type CaptchaAnswer } from '../challenge/verify-challenge.ts';
import { DomainError, isDomainError } from '../errors.ts';
import type { Services } from '../services.ts';
import { openWebSession, type OpenedSession } from '../sessions/open-session.ts';
import { refundLoginPlaces, takeLoginPlaces } from './login-limits.ts';
import { verifyPassword } from './password.ts';
import { findAccountByName, type Account } from './read-account.ts';

type LoginServices = Pick<
  Services,
  'background' | 'clock' | 'config' | 'db' | 'keys' | 'limiter' | 'log' | 'sessions'
>;

export interface Login {
  readonly username: string;
  readonly password: string;
  readonly captcha?: CaptchaAnswer | undefined;
  /** The caller's IP address. */
  readonly address: string;
}

export interface SignedIn {
  readonly account: Account;
  readonly session: OpenedSession;
}

// An account that changes between look-up and session is read again; so often in a row it does not change.
const MAX_ATTEMPTS = 3;

const signIn = async (
  services: LoginServices,
  { username, password }: Login,
): Promise<SignedIn> => {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const account = await findAccountByName(services.db, username);
    const matches = await verifyPassword(password, account?.passwordHash ?? null);
    if (account === null || !matches) throw new DomainError('wrong_credentials');
    if (account.status === 'suspended' || account.status === 'deleting')
      throw new DomainError('account_suspended');
    const session = await openWebSession(services, account);
    if (session !== null) return { account, session };
  }
  throw new DomainError('account_busy');
};

/**
 * Checks a name and its password and opens a web session. Only a wrong name or password counts as a failure.
 * @throws {DomainError} wrong_credentials, too_many_attempts, challenge_failed, account_suspended (right password, but the account is suspended or about to be erased).
 */
export const login = async (services: LoginServices, attempt: Login): Promise<SignedIn> => {
  const places = await takeLoginPlaces(services, attempt.username, attempt.address);
  try {
    verifyChallenge(attempt.captcha);
    const signedIn = await signIn(services, attempt);
    await refundLoginPlaces(services, places);
    return signedIn;
  } catch (error) {
    if (!isDomainError(error, 'wrong_credentials')) await refundLoginPlaces(services, places);
    throw error;
  }
};
