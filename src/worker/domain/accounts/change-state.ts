import { DomainError, isDomainError, type ErrorName } from '../errors.ts';
import type { AccountCopy } from '../sessions/session-store.ts';
import { changeAccount } from './change-account.ts';

export const CHANGE_STATE_ERRORS = [
  'user_not_found',
  'account_state_conflict',
] as const satisfies readonly ErrorName[];

/** Changes another user's account. A concurrent change is a conflict. */
export async function changeState(
  ...[services, userId, change]: Parameters<typeof changeAccount>
): Promise<AccountCopy> {
  try {
    return await changeAccount(services, userId, change);
  } catch (error) {
    // The account has been erased meanwhile. The caller's sign-in is sound.
    if (isDomainError(error, 'sign_in_required')) {
      throw new DomainError('user_not_found', { cause: error });
    }
    if (!isDomainError(error, 'account_busy')) throw error;
    throw new DomainError('account_state_conflict', { cause: error });
  }
}
