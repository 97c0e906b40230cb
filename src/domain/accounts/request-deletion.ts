import { guard, statement, type Statement } from '../../db/database.ts';
import { toTimestamp } from '../../lib/clock.ts';
import type { Actor } from '../actor.ts';
import { DomainError } from '../errors.ts';
import { notify } from '../notifications/notify.ts';
import type { Services } from '../services.ts';
import { changeState, recordDeed } from './change-state.ts';
import { grantDownloads } from './download-allowance.ts';
import type { Account } from './read-account.ts';

export interface DeletionRequest {
  readonly userId: number;
  /** The account's name, as a sign that this account is meant; case does not count. */
  readonly username: string;
}

type RequestServices = Pick<Services, 'background' | 'clock' | 'config' | 'db' | 'sessions'>;

const schedule = (account: Account, actorId: number, now: number, dueAt: number): Statement[] => [
  statement(
    `UPDATE users SET status = 'pending_deletion', deletion_due_at = ? WHERE id = ? AND status = 'active'`,
    dueAt,
    account.id,
  ),
  guard('account_changed'),
  statement('UPDATE site_totals SET active_users = active_users - 1'),
  grantDownloads(account.id),
  notify(
    {
      userId: account.id,
      type: 'account',
      title: 'Account deletion scheduled',
      message:
        'Your account and all of its images will be deleted. Until then you can sign in and download them.',
      metadata: { deletion_due_at: toTimestamp(dueAt) },
    },
    now,
  ),
  recordDeed(actorId, 'request_deletion', account.id, now),
];

/**
 * Locks an account and schedules its deletion ACCOUNT_DELETION_LOCK_MS from now; all its sessions end. For an
 * administrator; gives the moment (milliseconds) from which on the account is erased.
 * @throws {DomainError} user_not_found, invalid_parameter (the name is not the account's), account_state_conflict (not active, an administrator, or being changed
 * at this moment).
 */
export const requestDeletion = async (
  services: RequestServices,
  { userId: actorId }: Pick<Actor, 'userId'>,
  { userId, username }: DeletionRequest,
): Promise<number> => {
  const now = services.clock.now();
  const dueAt = now + services.config.ACCOUNT_DELETION_LOCK_MS;
  await changeState(services, userId, {
    dropSessions: true,
    statements: (account) => {
      if (username.toLowerCase() !== account.username) {
        throw new DomainError('invalid_parameter', {
          message: 'username: not the name of this account',
        });
      }
      if (account.status !== 'active' || account.role === 'admin')
        throw new DomainError('account_state_conflict');
      return schedule(account, actorId, now, dueAt);
    },
  });
  return dueAt;
};
