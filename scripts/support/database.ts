import type { StatementRunner } from '../../src/worker/db/database.ts';
import type { Migration } from '../../src/worker/db/history.ts';
import { hasDatabase, openBindings } from './bindings.ts';
import { DEPLOYMENT, describeTarget, type DatabaseTarget } from './database-target.ts';
import { ScriptError } from './fail.ts';
import { findAccount } from './find-account.ts';
import { readMigrations } from './migrations.ts';
import { RemoteD1 } from './remote-d1.ts';
import { retryWhileLocked } from './retry-while-locked.ts';
import type { StorageBindings } from './storage-runtime.ts';

// Wrangler records applied migrations in this table, and continues from there.
const APPLIED_TABLE = `CREATE TABLE IF NOT EXISTS d1_migrations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT UNIQUE,
  applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
)`;

/**
 * @throws {ScriptError} that names the command to run when migrations are missing, or the migration that this version does
 * not know: what it did not know, it would take for left over.
 */
export async function openMigrated(target: DatabaseTarget): Promise<StorageBindings> {
  if (!hasDatabase(target)) throw lacksMigrations(target, readMigrations().length);
  const bindings = await openBindings(target);
  try {
    const applied = await retryWhileLocked(() => readApplied(bindings.DB));
    refuseUnknown(target, applied);
    const missing = readMigrations().filter(({ name }) => !applied.includes(name));
    if (missing.length === 0) return bindings;
    throw lacksMigrations(target, missing.length);
  } catch (error) {
    await bindings[Symbol.asyncDispose]();
    throw error;
  }
}

function lacksMigrations(target: DatabaseTarget, count: number): ScriptError {
  return new ScriptError(
    `${capitalise(describeTarget(target))} lacks ${String(count)} migrations. If it is the right one, apply them: ` +
      migrateCommand(target),
  );
}

/** Names, in order, with the mark of an unfinished restore. */
export async function readApplied(db: StatementRunner): Promise<string[]> {
  const read = async (sql: string) =>
    (await db.prepare(sql).bind().all<{ name: string }>()).results.map(
      ({ name }: { readonly name: string }) => name,
    );
  const [table] = await read(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'schema_history'",
  );
  return table === undefined ? [] : read('SELECT name FROM schema_history ORDER BY position');
}

/** @throws {ScriptError} that names the migration of a later version, or the unfinished restore. */
export function refuseUnknown(target: DatabaseTarget, applied: readonly string[]): void {
  const known = new Set(readMigrations().map(({ name }) => name));
  const unknown = applied.find((name) => !known.has(name));
  if (unknown === undefined) return;
  const place = capitalise(describeTarget(target));
  throw new ScriptError(
    unknown.endsWith('.sql')
      ? `${place} has the migration ${unknown}, which this version does not know: a later version made it. Run the command ` +
          'of that version.'
      : `${place} has an unfinished ${unknown}. Run npm run restore again; it goes on.`,
  );
}

export function migrateCommand({ remote, persistTo }: DatabaseTarget): string {
  if (remote) return 'npm run migrate -- --remote';
  return persistTo === undefined
    ? 'npm run migrate'
    : `npm run migrate -- --persist-to ${persistTo}`;
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Applies each missing migration whole or not at all. @throws {ScriptError} with the database's message. */
export async function applyMigrations(target: DatabaseTarget): Promise<void> {
  if (target.remote) return migrateRemotely(new RemoteD1(await findAccount()));
  try {
    await using bindings = await openBindings(target);
    // Unlike a deployment's database, the local one runs several statements as one.
    await applyTo(bindings.DB, readMigrations(), (sql) => [sql]);
  } catch (error) {
    const advice = 'If nothing in it is worth keeping, delete that directory and start again.';
    throw toFault(target, error, advice);
  }
}

/** As wrangler does: each in a call, which is a transaction. @throws {ScriptError} with the platform's message. */
export async function migrateRemotely(d1: RemoteD1): Promise<void> {
  try {
    for (const { name, sql } of await findMissing(d1, readMigrations())) {
      await d1.execute(`${sql}\nINSERT INTO d1_migrations (name) VALUES ('${name}');`);
    }
  } catch (error) {
    throw toFault(
      DEPLOYMENT,
      error,
      'Each is applied whole or not at all: the next attempt continues.',
    );
  }
}

function toFault(target: DatabaseTarget, error: unknown, advice: string): ScriptError {
  return new ScriptError(
    `${error instanceof ScriptError ? error.message : String(error)}\n` +
      `The migrations could not be applied to ${describeTarget(target)}; the reason is above. ${advice}`,
  );
}

/** Applies those that are missing, each in a transaction with its record. `split` gives a migration's statements. */
export async function applyTo(
  DB: D1Database,
  migrations: readonly Migration[],
  split: (sql: string) => readonly string[],
): Promise<void> {
  for (const { name, sql } of await findMissing(DB, migrations)) {
    await DB.batch([
      ...split(sql).map((statement) => DB.prepare(statement)),
      DB.prepare('INSERT INTO d1_migrations (name) VALUES (?)').bind(name),
    ]);
  }
}

async function findMissing(
  db: StatementRunner,
  migrations: readonly Migration[],
): Promise<Migration[]> {
  await db.prepare(APPLIED_TABLE).bind().all();
  const select = db.prepare('SELECT name FROM d1_migrations').bind();
  const { results } = await select.all<{ name: string }>();
  const applied = new Set(results.map(({ name }: { readonly name: string }) => name));
  return migrations.filter(({ name }) => !applied.has(name));
}
