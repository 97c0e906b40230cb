import { DomainError, isDomainError, type ErrorName } from '../errors.ts';
import type { AccountCopy } from '../sessions/session-store.ts';
import { changeAccount, MISSING_ACCOUNT_ERRORS } from './change-account.ts';

export const CHANGE_STATE_ERRORS = [
  ...MISSING_ACCOUNT_ERRORS,
  'account_state_conflict',
] as const satisfies readonly ErrorName[];

/** A concurrent change is a conflict. */
export async function changeState(
  ...[services, userId, change]: Parameters<typeof changeAccount>
): Promise<AccountCopy> {
  try {
    return await changeAccount(services, userId, change);
  } catch (error) {
    if (!isDomainError(error, 'account_busy')) throw error;
    throw new DomainError('account_state_conflict', { cause: error });
  }
}
