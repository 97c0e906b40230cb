import { systemClock } from '../../src/shared/clock.ts';
import { Database } from '../../src/worker/db/database.ts';
import { closeRegistration } from '../../src/worker/domain/settings/close-registration.ts';
import type { DatabaseTarget } from '../support/database-target.ts';
import { openMigrated } from '../support/database.ts';

/**
 * Closes the registration of a site without accounts, before its first version serves. Returns whether it did: a second
 * run, and a site in use, stay as they are.
 */
export async function closeNewSite(target: DatabaseTarget): Promise<boolean> {
  await using bindings = await openMigrated(target);
  return closeRegistration({ db: new Database(bindings.DB), clock: systemClock });
}
