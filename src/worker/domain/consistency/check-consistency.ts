import { checkSite, checkUsers } from './check-accounts.ts';
import { checkObjects, checkParts } from './check-objects.ts';
import { checkWork } from './check-work.ts';
import type { ConsistencyServices, Finding } from './finding.ts';

const CHECKS = [checkObjects, checkParts, checkUsers, checkSite, checkWork] as const;

/**
 * Compares bucket and database in both directions, recounts every total, and looks for stale sessions, jobs and events.
 * Read-only and paged; the service keeps running.
 */
export async function* checkConsistency(services: ConsistencyServices): AsyncGenerator<Finding> {
  for (const check of CHECKS) yield* check(services);
}
