import { findDatabaseId } from '../support/deployed-database.ts';
import { readWranglerConfig } from '../support/wrangler-config.ts';
import { readFromWrangler } from '../support/wrangler.ts';

/** Makes the database before the Worker, which would answer 503 without its migrations. @throws {ScriptError} */
export async function ensureDatabase(): Promise<void> {
  for (const binding of readWranglerConfig().d1_databases) {
    if ((await findDatabaseId(binding)) !== null) continue;
    console.log(`Making the database ${binding.database_name}…`);
    await readFromWrangler(['d1', 'create', binding.database_name]);
  }
}
