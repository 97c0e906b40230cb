import { guard, statement, type Statement } from '../../db/database.ts';
import type { Actor } from '../actor.ts';
import { DomainError } from '../errors.ts';
import { notify } from '../notifications/notify.ts';
import type { Services } from '../services.ts';
import { changeState, recordDeed } from './change-state.ts';
import { findAccount } from './read-account.ts';

export type SettableStatus = 'active' | 'suspended';

export interface StatusChange {
  readonly userId: number;
  readonly status: SettableStatus;
}

const SETTABLE: readonly string[] = ['active', 'suspended'] satisfies SettableStatus[];

const suspension = (userId: number, now: number): Statement[] => [
  statement('UPDATE site_totals SET active_users = active_users - 1'),
  notify(
    {
      userId,
      type: 'account',
      title: 'Account disabled',
      message: 'An administrator has disabled your account.',
    },
    now,
  ),
];

const activation = (): Statement[] => [
  statement('UPDATE site_totals SET active_users = active_users + 1'),
];

/**
 * Suspends an account or makes it active again; the status that it has already is no change. A suspended account's
 * sessions are refused from the answer on, and good again once it is active. For an administrator.
 * @throws {DomainError} user_not_found, permission_denied (an administrator suspends itself), account_state_conflict (about to be deleted, or being changed at
 * this moment).
 */
export const setStatus = async (
  services: Pick<Services, 'background' | 'clock' | 'db' | 'sessions'>,
  { userId: actorId }: Pick<Actor, 'userId'>,
  { userId, status }: StatusChange,
): Promise<void> => {
  if (userId === actorId && status === 'suspended') throw new DomainError('permission_denied');
  const known = await findAccount(services.db, userId);
  if (known === null) throw new DomainError('user_not_found');
  if (known.status === status) return;
  const now = services.clock.now();
  await changeState(services, userId, {
    dropSessions: false,
    statements: (account) => {
      if (!SETTABLE.includes(account.status) || account.status === status) {
        throw new DomainError('account_state_conflict');
      }
      return [
        statement(
          'UPDATE users SET status = ? WHERE id = ? AND status = ?',
          status,
          userId,
          account.status,
        ),
        guard('account_changed'),
        ...(status === 'suspended' ? suspension(userId, now) : activation()),
        recordDeed(actorId, status === 'suspended' ? 'suspend' : 'activate', userId, now),
      ];
    },
  });
};
