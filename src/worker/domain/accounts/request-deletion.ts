import { and, eq } from 'drizzle-orm';
import { guard } from '../../db/guard.ts';
import { query } from '../../db/query.ts';
import { users } from '../../db/schema/accounts.ts';
import { prepareWrite, type Params, type Statement } from '../../db/statement.ts';
import { NOTICE_TITLES } from '../../../shared/notice-titles.ts';
import { countAccounts } from '../accounting/change-totals.ts';
import type { Actor } from '../actor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import { notify } from '../notifications/notify.ts';
import type { Services } from '../services.ts';
import { ACCOUNT_CHANGED, type ChangeServices } from './change-account.ts';
import { CHANGE_STATE_ERRORS, changeState } from './change-state.ts';
import { grantDownloads } from './download-allowance.ts';

export interface DeletionRequest {
  readonly userId: number;
  /** The account's name as confirmation; case-insensitive. */
  readonly username: string;
}

export const REQUEST_DELETION_ERRORS = [
  ...CHANGE_STATE_ERRORS,
  'invalid_parameter',
] as const satisfies readonly ErrorName[];

export async function requestDeletion(
  services: ChangeServices & Pick<Services, 'config'>,
  { userId: actorId }: Pick<Actor, 'userId'>,
  { userId, username }: DeletionRequest,
): Promise<void> {
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
      if (account.status !== 'active' || account.role === 'admin') {
        throw new DomainError('account_state_conflict');
      }
      return scheduleDeletion(userId, actorId, now, dueAt);
    },
  });
}

function scheduleDeletion(
  userId: number,
  actorId: number,
  now: number,
  dueAt: number,
): Statement<unknown>[] {
  return [
    lockAccount({ userId, dueAt }),
    guard(ACCOUNT_CHANGED),
    countAccounts({ users: 0, activeUsers: -1 }),
    ...grantDownloads(userId),
    notify(
      {
        userId,
        type: 'account',
        title: NOTICE_TITLES.deletionScheduled,
        message:
          'Your account and all of its images will be deleted. Until then you can sign in and download them.',
        metadata: { deletionDueAt: new Date(dueAt) },
      },
      now,
    ),
    recordAudit(
      {
        actorId,
        action: 'request_deletion',
        subject: `user:${userId}`,
        detail: { deletionDueAt: new Date(dueAt) },
      },
      now,
    ),
  ];
}

const lockAccount = prepareWrite((p: Params<{ userId: number; dueAt: number }>) =>
  query
    .update(users)
    .set({ status: 'pending_deletion', deletionDueAt: p.dueAt })
    .where(and(eq(users.id, p.userId), eq(users.status, 'active'))),
);
