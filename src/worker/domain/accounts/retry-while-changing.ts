import { DomainError, type ErrorName } from '../errors.ts';

const MAX_ATTEMPTS = 3;

export const RETRY_WHILE_CHANGING_ERRORS = ['account_busy'] as const satisfies readonly ErrorName[];

/** `attempt` returns null when the account changed since it was read. */
export async function retryWhileChanging<Result>(
  attempt: () => Promise<Result | null>,
): Promise<Result> {
  for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts += 1) {
    const result = await attempt();
    if (result !== null) return result;
  }
  throw new DomainError('account_busy');
}
