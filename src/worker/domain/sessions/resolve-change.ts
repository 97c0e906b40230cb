import { and, eq, sql } from 'drizzle-orm';
import { query } from '../../db/query.ts';
import { users } from '../../db/schema/accounts.ts';
import { prepareWrite, type Params } from '../../db/statement.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import type { Services } from '../services.ts';
import { selectAccountCopy } from './account-copy.ts';
import { recordAccountEvent } from './account-events.ts';
import type { Admittance } from './session-store.ts';

type ResolveServices = Pick<Services, 'clock' | 'db' | 'sessions'>;

export const RESOLVE_CHANGE_ERRORS = ['sign_in_required'] as const satisfies readonly ErrorName[];

export const CHECK_FREEZE_ERRORS = [
  'account_busy',
  ...RESOLVE_CHANGE_ERRORS,
] as const satisfies readonly ErrorName[];

/** False when an expired freeze was resolved and the account must be read again. */
export async function checkFreeze(
  services: ResolveServices,
  userId: number,
  admittance: Admittance,
): Promise<boolean> {
  if (admittance === 'frozen') throw new DomainError('account_busy');
  if (admittance === 'admitted') return true;
  await resolveChange(services, userId, admittance.unsure);
  return false;
}

/** Raises the version that an undecided change started from, so that it can no longer commit. */
export async function resolveChange(
  { clock, db, sessions }: ResolveServices,
  userId: number,
  frozenVersion: number,
): Promise<void> {
  const { fenced, account } = await db.batch({
    fenced: raiseVersion({ userId, frozenVersion }),
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

const raiseVersion = prepareWrite((p: Params<{ userId: number; frozenVersion: number }>) =>
  query
    .update(users)
    .set({ authVersion: sql`${users.authVersion} + 1` })
    .where(and(eq(users.id, p.userId), eq(users.authVersion, p.frozenVersion))),
);
