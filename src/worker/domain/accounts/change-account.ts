import { and, eq, sql } from 'drizzle-orm';
import { guard, GuardError } from '../../db/guard.ts';
import { query } from '../../db/query.ts';
import { deviceIdentities, users, userSessions } from '../../db/schema/accounts.ts';
import { passwordResets } from '../../db/schema/invitations.ts';
import { prepareWrite, type Params, type Statement } from '../../db/statement.ts';
import { newOpaqueId } from '../../../shared/ids.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import type { Services } from '../services.ts';
import { selectAccountCopy } from '../sessions/account-copy.ts';
import { acknowledgeAccountEvent, recordAccountEvent } from '../sessions/account-events.ts';
import type { AccountCopy } from '../sessions/session-store.ts';
import { checkFreeze, RESOLVE_CHANGE_ERRORS } from '../sessions/resolve-change.ts';
import { findAccount, type Account } from './read-account.ts';
import { RETRY_WHILE_CHANGING_ERRORS, retryWhileChanging } from './retry-while-changing.ts';

export type ChangeServices = Pick<Services, 'background' | 'clock' | 'db' | 'sessions'>;

export interface AccountChange {
  /** Ends all sessions and device identities. */
  readonly dropSessions: boolean;
  /** Throws when the account does not allow the change. The caller maps errors of guards. */
  readonly statements: (account: Account) => readonly Statement<unknown>[];
}

export const ACCOUNT_CHANGED = 'account_changed';

const FREEZE_TTL_MS = 10_000;

export const CHANGE_ACCOUNT_ERRORS = [
  'user_not_found',
  ...RESOLVE_CHANGE_ERRORS,
  ...RETRY_WHILE_CHANGING_ERRORS,
] as const satisfies readonly ErrorName[];

/**
 * Freezes the account first, so that no session opens that the new state would refuse. After a failure in between it
 * stays frozen until the freeze expires or the event is delivered.
 * @throws {GuardError} from the statements.
 */
export function changeAccount(
  services: ChangeServices,
  userId: number,
  change: AccountChange,
): Promise<AccountCopy> {
  return retryWhileChanging(async () => {
    const account = await findAccount(services.db, userId);
    if (account === null) throw new DomainError('user_not_found');
    return attemptChange(services, account, change);
  });
}

/** Null when another change came first. */
async function attemptChange(
  services: ChangeServices,
  account: Account,
  change: AccountChange,
): Promise<AccountCopy | null> {
  const { background, db, sessions } = services;
  const statements = change.statements(account);
  const { id: userId, authVersion } = account;
  const { dropSessions } = change;
  const changeId = newOpaqueId();
  const freeze = { changeId, authVersion, dropSessions };
  const admittance = await sessions.freeze(userId, freeze, FREEZE_TTL_MS);
  if (!(await checkFreeze(services, userId, admittance))) return null;
  try {
    const { copy, eventId } = await commitChange(services, account, statements, dropSessions);
    await sessions.apply(userId, copy, true);
    background(acknowledgeAccountEvent(db, eventId));
    return copy;
  } catch (error) {
    // Only a guard's refusal proves that nothing was committed; after any other failure the freeze stays.
    if (!(error instanceof GuardError)) throw error;
    await sessions.unfreeze(userId, changeId);
    if (error.reason !== ACCOUNT_CHANGED) throw error;
    return null;
  }
}

async function commitChange(
  { clock, db }: ChangeServices,
  { id: userId, authVersion }: Account,
  statements: readonly Statement<unknown>[],
  dropSessions: boolean,
): Promise<{ copy: AccountCopy; eventId: number }> {
  const now = clock.now();
  const { event, copy } = await db.batch({
    raised: raiseVersion({ userId, authVersion, now }),
    unchanged: guard(ACCOUNT_CHANGED),
    statements,
    links: deleteReset({ userId }),
    sessions: dropSessions ? [deleteSessions({ userId }), deleteIdentities({ userId })] : [],
    event: recordAccountEvent(userId, now),
    copy: selectAccountCopy({ userId }),
  });
  if (copy === null) throw new Error('a changed account has no row');
  return { copy, eventId: event.id };
}

const raiseVersion = prepareWrite(
  (p: Params<{ userId: number; authVersion: number; now: number }>) =>
    query
      .update(users)
      .set({ authVersion: sql`${users.authVersion} + 1`, updatedAt: p.now })
      .where(and(eq(users.id, p.userId), eq(users.authVersion, p.authVersion))),
);

/** A link to set a password counts until the account's next change. */
export const deleteReset = prepareWrite((p: Params<{ userId: number }>) =>
  query.delete(passwordResets).where(eq(passwordResets.userId, p.userId)),
);

const deleteSessions = prepareWrite((p: Params<{ userId: number }>) =>
  query.delete(userSessions).where(eq(userSessions.userId, p.userId)),
);

const deleteIdentities = prepareWrite((p: Params<{ userId: number }>) =>
  query.delete(deviceIdentities).where(eq(deviceIdentities.userId, p.userId)),
);
