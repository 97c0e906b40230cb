import { statement, type Statement } from '../../db/database.ts';
import { DomainError, isDomainError } from '../errors.ts';
import type { AccountCopy } from '../sessions/session-store.ts';
import { changeAccount } from './change-account.ts';

/**
 * As `changeAccount`, for transitions between states: another change at the same moment refuses this one.
 * @throws {DomainError} user_not_found, account_state_conflict, what the change's statements throw.
 */
export const changeState = async (
  ...[services, userId, change]: Parameters<typeof changeAccount>
): Promise<AccountCopy> => {
  try {
    return await changeAccount(services, userId, change);
  } catch (error) {
    // The state is no longer the one that the caller has seen.
    if (isDomainError(error, 'account_busy'))
      throw new DomainError('account_state_conflict', { cause: error });
    throw error;
  }
};

/** What administrators did, in the batch of the deed. No names: those of a person must go with the person. */
export const recordDeed = (
  actorId: number | null,
  action: string,
  userId: number,
  nowMs: number,
): Statement =>
  statement(
    'INSERT INTO audit_log (actor_id, action, subject, created_at) VALUES (?, ?, ?, ?)',
    actorId,
    action,
    subjectOf(userId),
    nowMs,
  );

/** How the audit trail names a user. */
export const subjectOf = (userId: number): string => `user:${String(userId)}`;
