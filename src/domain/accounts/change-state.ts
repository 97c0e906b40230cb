import { statement, type Statement } from '../../db/database.ts';
import { DomainError } from '../errors.ts';
import type { AccountCopy } from '../sessions/session-store.ts';
import { changeAccount } from './change-account.ts';

/** Whoever changes states does not wait for another who does: the state is not what the caller has seen. */
const isUnderChange = (error: unknown): boolean =>
  error instanceof DomainError && error.code === 1001 && error.status === 503;

/**
 * As `changeAccount`, for transitions between states: another change at the same moment refuses this one.
 * @throws DomainError 4041, 4095, what the change's statements throw.
 */
export const changeState = async (
  ...[services, userId, change]: Parameters<typeof changeAccount>
): Promise<AccountCopy> => {
  try {
    return await changeAccount(services, userId, change);
  } catch (error) {
    if (isUnderChange(error)) throw new DomainError(4095, { cause: error });
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
