import { ScriptError } from './fail.ts';
import type { DatabaseBinding } from './wrangler-config.ts';
import { readFromWrangler } from './wrangler.ts';

type NamedDatabase = Pick<DatabaseBinding, 'database_id' | 'database_name'>;

/** Null where the account has no database of that name. @throws {ScriptError} when the account cannot be read. */
export async function findDatabaseId({
  database_id,
  database_name,
}: NamedDatabase): Promise<string | null> {
  if (database_id !== undefined) return database_id;
  const list = await readFromWrangler(['d1', 'list', '--json']);
  const databases = JSON.parse(list) as readonly { readonly uuid: string; readonly name: string }[];
  return databases.find(({ name }) => name === database_name)?.uuid ?? null;
}

/** @throws {ScriptError} when the deployment's database does not exist, or the account cannot be read. */
export async function requireDatabaseId(database: NamedDatabase): Promise<string> {
  const id = await findDatabaseId(database);
  if (id !== null) return id;
  throw new ScriptError(
    `The account has no database named ${database.database_name}. npm run deploy makes it.`,
  );
}
