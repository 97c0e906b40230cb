import { DomainError, type ErrorName } from '../errors.ts';

// Only a change at the same moment makes another attempt necessary.
const MAX_ATTEMPTS = 3;

export const RETRY_WHILE_CHANGING_ERRORS = ['account_busy'] as const satisfies readonly ErrorName[];

/**
 * Repeats work that reads an account and must not act on one that has changed since: such an attempt returns null.
 */
export async function retryWhileChanging<Result>(
  attempt: () => Promise<Result | null>,
): Promise<Result> {
  for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts += 1) {
    const result = await attempt();
    if (result !== null) return result;
  }
  throw new DomainError('account_busy');
}
