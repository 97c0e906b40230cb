import { DomainError, isDomainError } from '../errors.ts';
import type { AccountCopy } from '../sessions/session-store.ts';
import { changeAccount } from './change-account.ts';

/**
 * As `changeAccount`, for transitions between states: another change at the same moment refuses this one.
 * @throws {DomainError} user_not_found, sign_in_required when the account is erased meanwhile, account_state_conflict,
 * what the change's statements throw.
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
