import { guard, statement } from '../../db/database.ts';
import type { Actor } from '../actor.ts';
import { DomainError } from '../errors.ts';
import { notify } from '../notifications/notify.ts';
import type { Services } from '../services.ts';
import { changeState, recordDeed } from './change-state.ts';
import { withdrawDownloads } from './download-allowance.ts';

/**
 * Takes a scheduled deletion back, up to the moment at which it has begun; sessions go on. For an administrator.
 * @throws {DomainError} user_not_found, account_state_conflict (not `pending_deletion`, or being changed at this moment).
 */
export const cancelDeletion = async (
  services: Pick<Services, 'background' | 'clock' | 'db' | 'sessions'>,
  { userId: actorId }: Pick<Actor, 'userId'>,
  userId: number,
): Promise<void> => {
  const now = services.clock.now();
  await changeState(services, userId, {
    dropSessions: false,
    statements: ({ status }) => {
      if (status !== 'pending_deletion') throw new DomainError('account_state_conflict');
      return [
        statement(
          `UPDATE users SET status = 'active', deletion_due_at = NULL WHERE id = ? AND status = 'pending_deletion'`,
          userId,
        ),
        guard('account_changed'),
        statement('UPDATE site_totals SET active_users = active_users + 1'),
        withdrawDownloads(userId),
        notify(
          {
            userId,
            type: 'account',
            title: 'Account deletion cancelled',
            message: 'Your account will not be deleted. Everything works as before.',
          },
          now,
        ),
        recordDeed(actorId, 'cancel_deletion', userId, now),
      ];
    },
  });
};
