import { openDatabases } from '../../src/worker/db/open-databases.ts';
import { listAdministrators } from '../../src/worker/domain/accounts/list-administrators.ts';
import type { DatabaseTarget } from '../support/database-target.ts';
import { openMigrated } from '../support/database.ts';

/** A line each: name, address and status. */
export async function printAdministrators(target: DatabaseTarget): Promise<void> {
  await using bindings = await openMigrated(target);
  const administrators = await listAdministrators(openDatabases(bindings.DB).directory);
  for (const { username, email, status } of administrators) {
    console.log(`${username} <${email}> ${status}`);
  }
  if (administrators.length === 0) console.log('There is no administrator.');
}
