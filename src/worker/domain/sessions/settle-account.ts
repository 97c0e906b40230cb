import { and, eq, sql } from 'drizzle-orm';
import { query } from '../../db/query.ts';
import { users } from '../../db/schema/accounts.ts';
import { prepareWrite, type Params } from '../../db/statement.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import type { Services } from '../services.ts';
import { selectAccountCopy } from './account-copy.ts';
import { recordAccountEvent } from './account-events.ts';
import type { Admittance } from './session-store.ts';

type SettleServices = Pick<Services, 'clock' | 'db' | 'sessions'>;

export const SETTLE_ACCOUNT_ERRORS = ['sign_in_required'] as const satisfies readonly ErrorName[];

export const RECONCILE_LOCK_ERRORS = [
  'account_busy',
  ...SETTLE_ACCOUNT_ERRORS,
] as const satisfies readonly ErrorName[];

/** False when the account was settled instead and must be read again. */
export async function reconcileLock(
  services: SettleServices,
  userId: number,
  admittance: Admittance,
): Promise<boolean> {
  if (admittance === 'locked') throw new DomainError('account_busy');
  if (admittance === 'admitted') return true;
  await settleAccount(services, userId, admittance.unsure);
  return false;
}

/** Raises the version that an undecided change started from, so that it can no longer commit. */
export async function settleAccount(
  { clock, db, sessions }: SettleServices,
  userId: number,
  heldVersion: number,
): Promise<void> {
  const { fenced, account } = await db.batch({
    fenced: raiseVersion({ userId, heldVersion }),
    account: selectAccountCopy({ userId }),
    event: recordAccountEvent(userId, clock.now()),
  });
  if (account === null) {
    await sessions.forget(userId);
    throw new DomainError('sign_in_required');
  }
  const isCommitted = fenced === 0;
  await sessions.apply(userId, account, isCommitted);
}

const raiseVersion = prepareWrite((p: Params<{ userId: number; heldVersion: number }>) =>
  query
    .update(users)
    .set({ authVersion: sql`${users.authVersion} + 1` })
    .where(and(eq(users.id, p.userId), eq(users.authVersion, p.heldVersion))),
);
