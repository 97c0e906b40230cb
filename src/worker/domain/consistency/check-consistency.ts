import { checkSite, checkUsers } from './check-accounts.ts';
import { checkObjects, checkParts } from './check-objects.ts';
import { checkWork } from './check-work.ts';
import type { ConsistencyServices, Finding } from './finding.ts';

const CHECKS = [checkObjects, checkParts, checkUsers, checkSite, checkWork] as const;

/**
 * Holds the bucket against the database both ways, recounts every total, and looks for sessions, jobs and events
 * that lead nowhere. Reads page by page and changes nothing; the service may go on meanwhile.
 */
export async function* checkConsistency(services: ConsistencyServices): AsyncGenerator<Finding> {
  for (const check of CHECKS) yield* check(services);
}
