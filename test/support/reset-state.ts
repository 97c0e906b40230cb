import { applyD1Migrations, reset } from 'cloudflare:test';
import { env } from 'cloudflare:workers';

/**
 * Isolates the test files that share a runtime. Rows, stored objects and keys are deleted. State that is slow to delete
 * is never reused: ids continue, so that a late message or a user's Durable Object fits nothing new, and `ownObjects`
 * renames the Durable Objects without an id in their names. `reset()` of cloudflare:test takes milliseconds for each
 * Durable Object, and it misses those that were idle for ten seconds, because the runtime has evicted them. It is kept
 * for a schema that a test has left changed.
 */
const { BUCKET, CACHE, DB, TEST_MIGRATIONS } = env;

type Row = Readonly<Record<string, unknown>>;

/** Blocks the clean-up of a test: the audit log is append-only. */
const AUDIT_TRIGGER = 'audit_log_delete';

interface Migrated {
  readonly schema: string | null;
  readonly auditTrigger: string;
  readonly rows: readonly (readonly [table: string, rows: readonly Row[]])[];
}

let migrated: Migrated | null = null;
let resets = 0;

/** Empties every binding; rows inserted by the migrations stay. */
export async function resetState(): Promise<void> {
  resets += 1;
  if (migrated === null) {
    await applyD1Migrations(DB, TEST_MIGRATIONS);
    await beginSequences();
    migrated = {
      schema: await readSchema(),
      auditTrigger: await readTrigger(),
      rows: await readRows(),
    };
  } else if ((await readSchema()) === migrated.schema) {
    await restoreRows(migrated);
  } else {
    await recreateTables();
  }
  await deleteObjects();
  await deleteKeys();
}

/** A namespace whose objects belong to the present state alone, whatever their names. */
export function ownObjects<Namespace extends object>(namespace: Namespace): Namespace {
  const prefix = `state-${String(resets)}:`;
  return new Proxy(namespace, {
    get: (target, property) => {
      const value = Reflect.get(target, property, target) as unknown;
      if (typeof value !== 'function') return value;
      const takesName = property === 'getByName' || property === 'idFromName';
      return (...args: unknown[]): unknown =>
        Reflect.apply(value, target, takesName ? [prefix + String(args[0])] : args);
    },
  });
}

/**
 * An insert reads the sequences that come before its table's. Their order would be that in which earlier tests have
 * filled the tables.
 */
async function beginSequences(): Promise<void> {
  await DB.prepare(
    `INSERT INTO sqlite_sequence (name, seq)
     SELECT name, 0 FROM sqlite_master
     WHERE sql LIKE '%AUTOINCREMENT%' AND name NOT IN (SELECT name FROM sqlite_sequence)
     ORDER BY name DESC`,
  ).run();
}

function readSchema(): Promise<string | null> {
  return DB.prepare(
    "SELECT group_concat(sql, ';' ORDER BY name) AS schema FROM sqlite_master",
  ).first('schema');
}

async function readTrigger(): Promise<string> {
  const trigger = DB.prepare('SELECT sql FROM sqlite_master WHERE name = ?').bind(AUDIT_TRIGGER);
  return String(await trigger.first('sql'));
}

async function readRows(): Promise<Migrated['rows']> {
  const tables = await DB.prepare(
    `SELECT name FROM sqlite_master
     WHERE type = 'table' AND name NOT GLOB 'sqlite_*' AND name NOT GLOB '_cf_*'`,
  ).all<{ name: string }>();
  const names = tables.results.map(({ name }) => name);
  const rows = await DB.batch<Row>(names.map((name) => DB.prepare(`SELECT * FROM ${name}`)));
  return names.map((name, index) => [name, rows[index]?.results ?? []]);
}

async function restoreRows({ rows, auditTrigger }: Migrated): Promise<void> {
  await DB.batch([
    DB.prepare('PRAGMA defer_foreign_keys = on'),
    DB.prepare(`DROP TRIGGER ${AUDIT_TRIGGER}`),
    DB.prepare('UPDATE image_files SET variants = NULL WHERE variants IS NOT NULL'),
    ...rows.map(([table]) => DB.prepare(`DELETE FROM ${table}`)),
    DB.prepare(auditTrigger),
    ...rows.flatMap(([table, kept]) => kept.map((row) => insert(table, row))),
  ]);
}

async function recreateTables(): Promise<void> {
  const sequences = await DB.prepare('SELECT * FROM sqlite_sequence').all<Row>();
  await reset();
  await applyD1Migrations(DB, TEST_MIGRATIONS);
  await DB.batch([
    DB.prepare('DELETE FROM sqlite_sequence'),
    ...sequences.results.map((row) => insert('sqlite_sequence', row)),
  ]);
}

function insert(table: string, row: Row): D1PreparedStatement {
  const columns = Object.keys(row);
  return DB.prepare(
    `INSERT INTO ${table} (${columns.join()}) VALUES (${columns.map(() => '?').join()})`,
  ).bind(...Object.values(row));
}

async function deleteObjects(): Promise<void> {
  for (;;) {
    const { objects } = await BUCKET.list();
    if (objects.length === 0) return;
    await BUCKET.delete(objects.map(({ key }) => key));
  }
}

async function deleteKeys(): Promise<void> {
  for (;;) {
    const { keys } = await CACHE.list();
    if (keys.length === 0) return;
    await Promise.all(keys.map(({ name }) => CACHE.delete(name)));
  }
}
