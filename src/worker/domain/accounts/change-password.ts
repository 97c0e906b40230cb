import { eq } from 'drizzle-orm';
import { query } from '../../db/query.ts';
import { users } from '../../db/schema/accounts.ts';
import { prepareWrite, type Params } from '../../db/statement.ts';
import { networkOf } from '../../lib/client-address.ts';
import { NOTICE_TITLES } from '../../../shared/notice-titles.ts';
import type { Actor } from '../actor.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import { notify } from '../notifications/notify.ts';
import type { Services } from '../services.ts';
import { CHANGE_ACCOUNT_ERRORS, changeAccount } from './change-account.ts';
import { LIMIT_GUESSES_ERRORS, limitGuesses } from './login-limits.ts';
import { hashPassword, verifyPassword } from './password.ts';
import { READ_OWN_ACCOUNT_ERRORS, readOwnAccount } from './read-account.ts';

export interface PasswordChange {
  readonly oldPassword: string;
  readonly newPassword: string;
  readonly address: string;
}

type PasswordServices = Pick<
  Services,
  'background' | 'clock' | 'config' | 'db' | 'deriveKey' | 'limiter' | 'sessions'
>;

export const CHANGE_PASSWORD_ERRORS = [
  'wrong_credentials',
  ...LIMIT_GUESSES_ERRORS,
  ...READ_OWN_ACCOUNT_ERRORS,
  ...CHANGE_ACCOUNT_ERRORS,
] as const satisfies readonly ErrorName[];

/** Ends all sessions, and keeps API keys. Its own windows limit guessing with a stolen session, and failed logins do not fill them. */
export function changePassword(
  services: PasswordServices,
  actor: Pick<Actor, 'userId'>,
  change: PasswordChange,
): Promise<void> {
  const { LOGIN_WINDOW_MS, LOGIN_FAILURES_PER_IP, LOGIN_FAILURES_PER_USERNAME } = services.config;
  const windows = [
    {
      subject: `password:ip:${networkOf(change.address)}`,
      limit: LOGIN_FAILURES_PER_IP,
      windowMs: LOGIN_WINDOW_MS,
      failuresOnly: true,
    },
    {
      subject: `password:user:${String(actor.userId)}`,
      limit: LOGIN_FAILURES_PER_USERNAME,
      windowMs: LOGIN_WINDOW_MS,
      failuresOnly: true,
    },
  ];
  return limitGuesses(services, windows, () => replacePassword(services, actor, change));
}

async function replacePassword(
  services: PasswordServices,
  { userId }: Pick<Actor, 'userId'>,
  { oldPassword, newPassword }: PasswordChange,
): Promise<void> {
  const account = await readOwnAccount(services, { userId });
  if (!(await verifyPassword(services.deriveKey, oldPassword, account.passwordHash))) {
    throw new DomainError('wrong_credentials');
  }
  const passwordHash = await hashPassword(services.deriveKey, newPassword);
  const now = services.clock.now();
  await changeAccount(services, userId, {
    dropSessions: true,
    statements: (current) => {
      if (current.passwordHash !== account.passwordHash) throw new DomainError('wrong_credentials');
      return [
        updatePassword({ userId, passwordHash }),
        notify(
          {
            userId,
            type: 'security',
            title: NOTICE_TITLES.passwordChanged,
            message:
              'Your password was changed and every session was signed out. API keys still work: withdraw those that you do not know.',
          },
          now,
        ),
      ];
    },
  });
}

export const updatePassword = prepareWrite((p: Params<{ userId: number; passwordHash: string }>) =>
  query.update(users).set({ passwordHash: p.passwordHash }).where(eq(users.id, p.userId)),
);
