import { and, eq } from 'drizzle-orm';
import { guard } from '../../db/guard.ts';
import { query } from '../../db/query.ts';
import { users } from '../../db/schema/accounts.ts';
import { prepareWrite, type Params, type Statement } from '../../db/statement.ts';
import { NOTICE_TITLES } from '../../../shared/notice-titles.ts';
import { countAccounts } from '../accounting/change-totals.ts';
import type { Actor, UserStatus } from '../actor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { DomainError, isDomainError, type ErrorName } from '../errors.ts';
import { notify } from '../notifications/notify.ts';
import { ACCOUNT_CHANGED, type ChangeServices } from './change-account.ts';
import { CHANGE_STATE_ERRORS, changeState } from './change-state.ts';
import { findAccount } from './read-account.ts';

export type SettableStatus = 'active' | 'suspended';

export interface StatusChange {
  readonly userId: number;
  readonly status: SettableStatus;
}

const SETTABLE: readonly UserStatus[] = ['active', 'suspended'] satisfies SettableStatus[];

export const SET_STATUS_ERRORS = [
  ...CHANGE_STATE_ERRORS,
  'permission_denied',
] as const satisfies readonly ErrorName[];

/** Sessions of a suspended account are refused, not ended. */
export async function setStatus(
  services: ChangeServices,
  { userId: actorId }: Pick<Actor, 'userId'>,
  { userId, status }: StatusChange,
): Promise<void> {
  if (userId === actorId && status === 'suspended') throw new DomainError('permission_denied');
  const known = await findAccount(services.db, userId);
  if (known === null) throw new DomainError('user_not_found');
  if (known.status === status) return;
  const now = services.clock.now();
  try {
    await changeState(services, userId, {
      dropSessions: false,
      statements: (account) => {
        if (!SETTABLE.includes(account.status) || account.status === status) {
          throw new DomainError('account_state_conflict');
        }
        return [
          updateStatus({ userId, from: account.status, to: status }),
          guard(ACCOUNT_CHANGED),
          ...(status === 'suspended'
            ? suspend(userId, actorId, now)
            : activate(userId, actorId, now)),
        ];
      },
    });
  } catch (error) {
    if (!isDomainError(error, 'account_state_conflict')) throw error;
    // A concurrent request may have set the same status.
    const current = await findAccount(services.db, userId);
    if (current?.status !== status) throw error;
  }
}

function suspend(userId: number, actorId: number, now: number): Statement<unknown>[] {
  return [
    countAccounts({ users: 0, activeUsers: -1 }),
    notify(
      {
        userId,
        type: 'account',
        title: NOTICE_TITLES.accountDisabled,
        message: 'An administrator has disabled your account.',
      },
      now,
    ),
    recordAudit(
      {
        actorId,
        action: 'suspend',
        subject: `user:${userId}`,
        detail: { from: 'active', to: 'suspended' },
      },
      now,
    ),
  ];
}

function activate(userId: number, actorId: number, now: number): Statement<unknown>[] {
  return [
    countAccounts({ users: 0, activeUsers: 1 }),
    recordAudit(
      {
        actorId,
        action: 'activate',
        subject: `user:${userId}`,
        detail: { from: 'suspended', to: 'active' },
      },
      now,
    ),
  ];
}

const updateStatus = prepareWrite(
  (p: Params<{ userId: number; from: UserStatus; to: SettableStatus }>) =>
    query
      .update(users)
      .set({ status: p.to })
      .where(and(eq(users.id, p.userId), eq(users.status, p.from))),
);
