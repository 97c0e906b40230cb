import { and, eq } from 'drizzle-orm';
import { guard } from '../../db/guard.ts';
import { query } from '../../db/query.ts';
import { users } from '../../db/schema/accounts.ts';
import { prepareWrite, type Params } from '../../db/statement.ts';
import { NOTICE_TITLES } from '../../../shared/notice-titles.ts';
import { countAccounts } from '../accounting/change-totals.ts';
import type { Actor } from '../actor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { DomainError } from '../errors.ts';
import { notify } from '../notifications/notify.ts';
import { ACCOUNT_CHANGED, type ChangeServices } from './change-account.ts';
import { CHANGE_STATE_ERRORS, changeState } from './change-state.ts';
import { deleteAllowance } from './download-allowance.ts';

export const CANCEL_DELETION_ERRORS = CHANGE_STATE_ERRORS;

/** Sessions stay. */
export async function cancelDeletion(
  services: ChangeServices,
  { userId: actorId }: Pick<Actor, 'userId'>,
  userId: number,
): Promise<void> {
  const now = services.clock.now();
  await changeState(services, userId, {
    dropSessions: false,
    statements: ({ status }) => {
      if (status !== 'pending_deletion') throw new DomainError('account_state_conflict');
      return [
        unschedule({ userId }),
        guard(ACCOUNT_CHANGED),
        countAccounts({ users: 0, activeUsers: 1 }),
        deleteAllowance({ userId }),
        notify(
          {
            userId,
            type: 'account',
            title: NOTICE_TITLES.deletionCancelled,
            message: 'Your account will not be deleted. Everything works as before.',
          },
          now,
        ),
        recordAudit({ actorId, action: 'cancel_deletion', subject: `user:${userId}` }, now),
      ];
    },
  });
}

const unschedule = prepareWrite((p: Params<{ userId: number }>) =>
  query
    .update(users)
    .set({ status: 'active', deletionDueAt: null })
    .where(and(eq(users.id, p.userId), eq(users.status, 'pending_deletion'))),
);
