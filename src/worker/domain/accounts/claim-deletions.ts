import { and, asc, eq, lte, ne, notInArray } from 'drizzle-orm';
import { guard } from '../../db/guard.ts';
import { query, jsonValues } from '../../db/query.ts';
import { users } from '../../db/schema/accounts.ts';
import { prepareAll, prepareWrite, type Params } from '../../db/statement.ts';
import { DomainError, isDomainError } from '../errors.ts';
import type { Services } from '../services.ts';
import { sweepRows, type RowKey } from '../sweep-rows.ts';
import { ACCOUNT_CHANGED, changeAccount, type ChangeServices } from './change-account.ts';

type ClaimServices = ChangeServices & Pick<Services, 'log'>;

const ACCOUNTS_PER_RUN = 20;
const NOT_DUE = 'account_state_conflict';

/** Moves due accounts to the final state `deleting`. Returns their number. */
export function claimDeletions(services: ClaimServices): Promise<number> {
  const { clock, db } = services;
  const now = clock.now();
  return sweepRows(services, {
    part: 'claim_deletions',
    select: (seen) => db.run(selectDue({ now, seen })),
    limit: ACCOUNTS_PER_RUN,
    keyOf: ({ id }) => id,
    handle: async (accounts) => {
      let claimed = 0;
      for (const { id } of accounts) claimed += await claimDeletion(services, id, now);
      return claimed;
    },
    alone: true,
  });
}

/** 0 for an account that is not due any more: its owner has come back, or another run has claimed it. */
async function claimDeletion(services: ClaimServices, userId: number, now: number): Promise<0 | 1> {
  try {
    await changeAccount(services, userId, {
      dropSessions: true,
      statements: ({ status, role, deletionDueAt }) => {
        const isDue = deletionDueAt !== null && deletionDueAt <= now;
        if (status !== 'pending_deletion' || role === 'admin' || !isDue) {
          throw new DomainError(NOT_DUE);
        }
        return [markDeleting({ userId }), guard(ACCOUNT_CHANGED)];
      },
    });
    return 1;
  } catch (error) {
    if (!isDomainError(error, NOT_DUE)) throw error;
    return 0;
  }
}

const selectDue = prepareAll((p: Params<{ now: number; seen: readonly RowKey[] }>) =>
  query
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        lte(users.deletionDueAt, p.now),
        eq(users.status, 'pending_deletion'),
        ne(users.role, 'admin'),
        notInArray(users.id, jsonValues(p.seen)),
      ),
    )
    .orderBy(asc(users.deletionDueAt))
    .limit(ACCOUNTS_PER_RUN),
);

const markDeleting = prepareWrite((p: Params<{ userId: number }>) =>
  query
    .update(users)
    .set({ status: 'deleting' })
    .where(and(eq(users.id, p.userId), eq(users.status, 'pending_deletion'))),
);
