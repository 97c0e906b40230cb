import type { CloudflareAccount } from '../support/cloudflare-account.ts';
import { findDatabaseId } from '../support/deployed-database.ts';
import { readWranglerConfig } from '../support/wrangler-config.ts';

/** Makes the database before the Worker, which would answer 503 without its migrations. @throws {ScriptError} */
export async function ensureDatabase(account: CloudflareAccount): Promise<void> {
  for (const binding of readWranglerConfig().d1_databases) {
    if ((await findDatabaseId(account, binding)) !== null) continue;
    console.log(`Making the database ${binding.database_name}…`);
    await account.post('/d1/database', { name: binding.database_name });
  }
}
