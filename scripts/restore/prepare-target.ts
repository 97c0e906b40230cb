import { sql } from 'drizzle-orm';
import { unstable_splitSqlQuery } from 'wrangler';
import type { Database } from '../../src/worker/db/database.ts';
import { expectedHistory, type Migration } from '../../src/worker/db/history.ts';
import { prepareAll, prepareFirst, prepareWrite } from '../../src/worker/db/statement.ts';
import type { Manifest } from '../backup/manifest.ts';
import { readTables } from '../backup/tables.ts';
import type { StorageBindings } from '../support/bindings.ts';
import { applyTo } from '../support/database.ts';
import { ScriptError } from '../support/fail.ts';
import { readMigrations } from '../support/migrations.ts';
import { beginRestore, readRestore } from './restore-mark.ts';

/** Has a row in an empty database. The restore computes it. */
const TOTALS = 'site_totals';

/** The cron of a site that nobody has used fills it. */
const DAYS = 'daily_totals';

interface Target {
  readonly db: Database;
  readonly bindings: Pick<StorageBindings, 'DB' | 'BUCKET'>;
  /** For sentences. */
  readonly name: string;
}

/**
 * Brings an empty database to the backup's migrations, and marks it. Returns the number of pages that an interrupted
 * restore of this backup has restored.
 * @throws {ScriptError} for a target that is not empty, another backup's restore or other migrations.
 */
export async function prepareTarget(target: Target, manifest: Manifest): Promise<number> {
  const migrations = await selectKnown(manifest);
  const present = await readHistory(target.db);
  const mark = present.length === 0 ? null : await readRestore(target.db);
  if (mark !== null) {
    if (mark.backup === manifest.id) return mark.pages;
    throw new ScriptError(
      `A restore of another backup (${mark.backup}) has begun in ${target.name}. Finish it, or empty database and bucket.`,
    );
  }
  const further = present.find((name) => !migrations.some((migration) => migration.name === name));
  if (further !== undefined) {
    throw new ScriptError(
      `The backup was made at migration ${migrations.at(-1)?.name ?? 'none'}, and ${target.name} has ${further} already. ` +
        'Restore into a new, empty database: restore migrates it afterwards.',
    );
  }
  await requireEmpty(target, present.length > 0);
  await applyTo(target.bindings.DB, migrations, unstable_splitSqlQuery);
  await beginRestore(target.db, manifest.id);
  return 0;
}

/** The backup's migrations. @throws {ScriptError} unless this version has them, too. */
async function selectKnown({ migrations }: Manifest): Promise<Migration[]> {
  const own = readMigrations();
  const expected = await expectedHistory(own);
  for (const [index, { name, sha256 }] of migrations.entries()) {
    const known = expected[index];
    if (known?.name === name && known.sha256 === sha256) continue;
    throw new ScriptError(
      `The backup was made at migration ${migrations.at(-1)?.name ?? 'none'}, and this version does not have its ${name}. ` +
        'Restore with the version that made the backup, or a later one.',
    );
  }
  return own.slice(0, migrations.length);
}

async function readHistory(db: Database): Promise<string[]> {
  const table = await db.run(selectHistoryTable());
  if (table === null) return [];
  return (await db.run(selectNames()))
    .map(({ name }) => name)
    .filter((name) => name.endsWith('.sql'));
}

const selectHistoryTable = prepareFirst(
  () => sql<{ one: number }>`
    SELECT 1 AS one FROM sqlite_master WHERE type = 'table' AND name = 'schema_history'`,
);

const selectNames = prepareAll(
  () => sql<{ name: string }>`SELECT name FROM schema_history ORDER BY position`,
);

/** Also removes the days that an unused site has recorded. */
async function requireEmpty({ db, bindings, name }: Target, hasTables: boolean): Promise<void> {
  const tables = hasTables ? await readTables(db) : [];
  const filled: string[] = [];
  for (const { name: table } of tables) {
    if (table === TOTALS || table === DAYS) continue;
    if ((await db.run(selectAny(table))) !== null) filled.push(`rows in ${table}`);
  }
  const { objects } = await bindings.BUCKET.list({ limit: 1 });
  if (objects[0] !== undefined) filled.push(`objects in the bucket, such as ${objects[0].key}`);
  if (filled.length > 0) {
    throw new ScriptError(
      `A restore needs an empty database and an empty bucket. There are ${filled.join(', ')} (${name}). Nothing was changed.`,
    );
  }
  if (tables.some((table) => table.name === DAYS)) await db.run(deleteDays());
}

function selectAny(table: string) {
  return prepareFirst(
    () => sql<{ one: number }>`SELECT 1 AS one FROM ${sql.identifier(table)} LIMIT 1`,
  )();
}

const deleteDays = prepareWrite(() => sql`DELETE FROM ${sql.identifier(DAYS)}`);
