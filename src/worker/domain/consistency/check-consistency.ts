import { checkSite, checkUsers } from './check-accounts.ts';
import { checkObjects, checkParts } from './check-objects.ts';
import { checkWork } from './check-work.ts';
import type { ConsistencyServices, Finding } from './finding.ts';

const CHECKS = [checkObjects, checkParts, checkUsers, checkSite, checkWork] as const;

/** Read-only and paged; the service keeps running. */
export async function* checkConsistency(services: ConsistencyServices): AsyncGenerator<Finding> {
  for (const check of CHECKS) yield* check(services);
}
