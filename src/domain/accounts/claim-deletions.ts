import { guard, statement } from '../../db/database.ts';
import { describeError } from '../../lib/log.ts';
import { DomainError } from '../errors.ts';
import type { Services } from '../services.ts';
import { changeAccount } from './change-account.ts';

const ACCOUNTS_PER_RUN = 20;

type ClaimServices = Pick<Services, 'background' | 'clock' | 'db' | 'log' | 'sessions'>;

const claim = (services: ClaimServices, userId: number, now: number) =>
  changeAccount(services, userId, {
    dropSessions: true,
    statements: ({ status, deletionDueAt }) => {
      if (status !== 'pending_deletion' || deletionDueAt === null || deletionDueAt > now) {
        throw new DomainError('account_state_conflict');
      }
      return [
        statement(
          `UPDATE users SET status = 'deleting' WHERE id = ? AND status = 'pending_deletion'`,
          userId,
        ),
        guard('account_changed'),
      ];
    },
  });

/**
 * Moves the accounts whose lock is over to `deleting`, from where nothing leads back; gives how many. One that is
 * being changed at this moment waits for the next run.
 */
export const claimDeletions = async (services: ClaimServices): Promise<number> => {
  const { clock, db, log } = services;
  const now = clock.now();
  const due = await db.all<{ id: number }>(
    statement(
      `SELECT id FROM users WHERE deletion_due_at <= ? AND status = 'pending_deletion'
       ORDER BY deletion_due_at LIMIT ?`,
      now,
      ACCOUNTS_PER_RUN,
    ),
  );
  let claimed = 0;
  for (const { id } of due) {
    try {
      await claim(services, id, now);
      claimed += 1;
    } catch (error) {
      log.error('deletion_not_claimed', { user_id: id, reason: describeError(error) });
    }
  }
  return claimed;
};
