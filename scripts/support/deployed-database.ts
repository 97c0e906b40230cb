import { CloudflareRefusal, type CloudflareAccount } from './cloudflare-account.ts';
import { ScriptError } from './fail.ts';
import type { DatabaseBinding } from './wrangler-config.ts';

const NO_DATABASE = 7404;

type NamedDatabase = Pick<DatabaseBinding, 'database_id' | 'database_name'>;

/**
 * The platform finds a database by its name too, as `wrangler deploy` makes use of. Null where the account has none of
 * that name.
 * @throws {ScriptError} when the account cannot be read.
 */
export async function findDatabaseId(
  account: CloudflareAccount,
  { database_id, database_name }: NamedDatabase,
): Promise<string | null> {
  if (database_id !== undefined) return database_id;
  const path = `/d1/database/${encodeURIComponent(database_name)}`;
  try {
    return (await account.get<{ readonly uuid: string }>(path)).uuid;
  } catch (error) {
    if (error instanceof CloudflareRefusal && error.codes.includes(NO_DATABASE)) return null;
    throw error;
  }
}

/** @throws {ScriptError} when the deployment's database does not exist, or the account cannot be read. */
export async function requireDatabaseId(
  account: CloudflareAccount,
  database: NamedDatabase,
): Promise<string> {
  const id = await findDatabaseId(account, database);
  if (id !== null) return id;
  throw new ScriptError(
    `The account has no database named ${database.database_name}. npm run deploy makes it.`,
  );
}
