import { and, asc, eq, lte } from 'drizzle-orm';
import { guard } from '../../db/guard.ts';
import { query } from '../../db/query.ts';
import { users } from '../../db/schema/accounts.ts';
import { prepareAll, prepareWrite, type Slots } from '../../db/statement.ts';
import { describeError } from '../../lib/log.ts';
import { DomainError } from '../errors.ts';
import type { Services } from '../services.ts';
import { ACCOUNT_CHANGED, changeAccount, type ChangeServices } from './change-account.ts';

type ClaimServices = ChangeServices & Pick<Services, 'log'>;

const ACCOUNTS_PER_RUN = 20;

/**
 * Moves the accounts whose lock is over to `deleting`, from where nothing leads back. One that is being changed at
 * this moment waits for the next run.
 * @returns how many it moved.
 */
export async function claimDeletions(services: ClaimServices): Promise<number> {
  const { clock, db, log } = services;
  const now = clock.now();
  let claimed = 0;
  for (const { id } of await db.run(selectDue({ now }))) {
    try {
      await claimDeletion(services, id, now);
      claimed += 1;
    } catch (error) {
      log.error('deletion_not_claimed', { user_id: id, reason: describeError(error) });
    }
  }
  return claimed;
}

async function claimDeletion(services: ClaimServices, userId: number, now: number): Promise<void> {
  await changeAccount(services, userId, {
    dropSessions: true,
    statements: ({ status, deletionDueAt }) => {
      if (status !== 'pending_deletion' || deletionDueAt === null || deletionDueAt > now) {
        throw new DomainError('account_state_conflict');
      }
      return [markDeleting({ userId }), guard(ACCOUNT_CHANGED)];
    },
  });
}

const selectDue = prepareAll(({ now }: Slots<{ now: number }>) =>
  query
    .select({ id: users.id })
    .from(users)
    .where(and(lte(users.deletionDueAt, now), eq(users.status, 'pending_deletion')))
    .orderBy(asc(users.deletionDueAt))
    .limit(ACCOUNTS_PER_RUN),
);

const markDeleting = prepareWrite(({ userId }: Slots<{ userId: number }>) =>
  query
    .update(users)
    .set({ status: 'deleting' })
    .where(and(eq(users.id, userId), eq(users.status, 'pending_deletion'))),
);
