import { sql } from 'drizzle-orm';
import type { Database } from '../../src/worker/db/database.ts';
import { expectedHistory, type Migration } from '../../src/worker/db/history.ts';
import { prepareAll } from '../../src/worker/db/statement.ts';
import type { Manifest } from '../backup/manifest.ts';
import { applyTo } from '../support/database.ts';
import { ScriptError } from '../support/fail.ts';
import { readMigrations } from '../support/migrations.ts';
import { requireEmpty, selectTable, type Target } from './require-empty.ts';
import { beginRestore, readRestore } from './restore-mark.ts';
import { splitStatements } from './split-statements.ts';

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
  await applyTo(target.bindings.DB, migrations, splitStatements);
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
  const table = await db.run(selectTable({ name: 'schema_history' }));
  if (table === null) return [];
  return (await db.run(selectNames()))
    .map(({ name }) => name)
    .filter((name) => name.endsWith('.sql'));
}

const selectNames = prepareAll(
  () => sql<{ name: string }>`SELECT name FROM schema_history ORDER BY position`,
);
