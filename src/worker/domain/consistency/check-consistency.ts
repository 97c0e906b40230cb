import { checkAccounts } from './check-accounts.ts';
import { checkObjects } from './check-objects.ts';
import { checkParts } from './check-parts.ts';
import { checkUserCounts } from './check-user-counts.ts';
import { checkWork } from './check-work.ts';
import type { ConsistencyServices, Finding } from './finding.ts';

/** Sizes of files come before the accounts that add them up. */
const CHECKS = [checkObjects, checkParts, checkWork, checkAccounts, checkUserCounts] as const;

/** Read-only, in ranges of keys; the service keeps running. */
export async function* checkConsistency(services: ConsistencyServices): AsyncGenerator<Finding> {
  for (const check of CHECKS) yield* check(services);
}
