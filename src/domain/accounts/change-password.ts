import { guard, statement } from '../../db/database.ts';
import type { Actor } from '../actor.ts';
import { DomainError, isDomainError } from '../errors.ts';
import { notify } from '../notifications/notify.ts';
import type { Services } from '../services.ts';
import { changeAccount } from './change-account.ts';
import { refundLoginPlaces, takeLoginPlaces } from './login-limits.ts';
import { hashPassword, verifyPassword } from './password.ts';
import { readOwnAccount } from './read-account.ts';

export interface PasswordChange {
  readonly oldPassword: string;
  readonly newPassword: string;
  /** The caller's IP address. */
  readonly address: string;
}

type PasswordServices = Pick<
  Services,
  'background' | 'clock' | 'config' | 'db' | 'limiter' | 'sessions'
>;

const replacePassword = async (
  services: PasswordServices,
  actor: Actor,
  { oldPassword, newPassword }: PasswordChange,
): Promise<void> => {
  const account = await readOwnAccount(services, actor);
  if (!(await verifyPassword(oldPassword, account.passwordHash)))
    throw new DomainError('wrong_credentials');
  const passwordHash = await hashPassword(newPassword);
  const now = services.clock.now();
  await changeAccount(services, actor.userId, {
    dropSessions: true,
    statements: (current) => {
      // Another change came first: what was verified is the old password no more.
      if (current.passwordHash !== account.passwordHash) throw new DomainError('wrong_credentials');
      return [
        statement('UPDATE users SET password_hash = ? WHERE id = ?', passwordHash, actor.userId),
        guard('no_such_user'),
        notify(
          {
            userId: actor.userId,
            type: 'security',
            title: 'Password changed',
            message: 'Your password was changed and every session was signed out.',
          },
          now,
        ),
      ];
    },
  });
};

/**
 * Sets a new password for whoever knows the old one. All sessions end, the actor's too. Wrong old passwords count in
 * the same windows as failed logins: a stolen session is no better place for guessing.
 * @throws {DomainError} wrong_credentials, too_many_attempts, sign_in_required (the account is no more), account_busy (another change is under way).
 */
export const changePassword = async (
  services: PasswordServices,
  actor: Actor,
  change: PasswordChange,
): Promise<void> => {
  const places = await takeLoginPlaces(services, actor.username, change.address);
  try {
    await replacePassword(services, actor, change);
    await refundLoginPlaces(services, places);
  } catch (error) {
    if (!isDomainError(error, 'wrong_credentials')) await refundLoginPlaces(services, places);
    throw error;
  }
};
