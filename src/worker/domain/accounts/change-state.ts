import { DomainError, isDomainError, type ErrorName } from '../errors.ts';
import type { AccountCopy } from '../sessions/session-store.ts';
import { changeAccount, MISSING_ACCOUNT_ERRORS } from './change-account.ts';

export const CHANGE_STATE_ERRORS = [
  ...MISSING_ACCOUNT_ERRORS,
  'account_state_conflict',
] as const satisfies readonly ErrorName[];

/**
 * As `changeAccount`, for transitions between states: another change at the same moment refuses this one.
 */
export async function changeState(
  ...[services, userId, change]: Parameters<typeof changeAccount>
): Promise<AccountCopy> {
  try {
    return await changeAccount(services, userId, change);
  } catch (error) {
    if (!isDomainError(error, 'account_busy')) throw error;
    // The state is no longer the one that the caller has seen.
    throw new DomainError('account_state_conflict', { cause: error });
  }
}
