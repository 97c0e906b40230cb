import { sql } from 'drizzle-orm';
import type { Database } from '../../src/worker/db/database.ts';
import { prepareAll } from '../../src/worker/db/statement.ts';

export interface Reference {
  readonly column: string;
  readonly table: string;
  readonly target: string;
}

export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  /** Columns of bytes: a page has them as hexadecimal digits. */
  readonly blobs: readonly string[];
  /** Columns that are never null. */
  readonly required: readonly string[];
  /** Columns of the primary key. */
  readonly key: readonly string[];
  readonly references: readonly Reference[];
}

/**
 * - Written by migrations: schema_history, d1_migrations, sqlite_sequence and the platform's tables.
 * - Written by triggers of other tables: image_suffixes, user_counts.
 * - Of objects that no backup contains: user_sessions, and view_flushes, whose numbers would make a new counter's
 *   flushes look repeated.
 * - Of the running service: cron_runs, and tasks, which begin again after a restore.
 */
const LEFT_OUT = new Set([
  'cron_runs',
  'image_suffixes',
  'tasks',
  'user_counts',
  'user_sessions',
  'view_flushes',
]);

/** Parents before the tables that refer to them. */
export async function readTables(db: Database): Promise<Table[]> {
  const rows = await db.run(selectTables());
  const tables = rows
    .filter(({ name }) => !LEFT_OUT.has(name))
    .map(({ name, columns, blobs, required, key, references }) => ({
      name,
      columns: JSON.parse(columns) as string[],
      blobs: JSON.parse(blobs) as string[],
      required: JSON.parse(required) as string[],
      key: JSON.parse(key) as string[],
      references: JSON.parse(references) as Reference[],
    }));
  return sortByReference(tables);
}

const selectTables = prepareAll(
  () => sql<{
    name: string;
    columns: string;
    blobs: string;
    required: string;
    key: string;
    references: string;
  }>`
    SELECT name,
      (SELECT json_group_array(name ORDER BY cid) FROM pragma_table_info(tables.name)) AS columns,
      (SELECT json_group_array(name) FROM pragma_table_info(tables.name) WHERE type = 'BLOB') AS blobs,
      (SELECT json_group_array(name) FROM pragma_table_info(tables.name) WHERE "notnull") AS required,
      (SELECT json_group_array(name ORDER BY pk) FROM pragma_table_info(tables.name) WHERE pk > 0) AS key,
      (SELECT json_group_array(json_object('column', "from", 'table', "table", 'target', "to"))
        FROM pragma_foreign_key_list(tables.name)) AS "references"
    FROM sqlite_master AS tables
    WHERE type = 'table' AND name NOT GLOB 'sqlite_*' AND name NOT GLOB '_cf_*'
      AND name NOT IN ('schema_history', 'd1_migrations')
    ORDER BY name`,
);

function sortByReference(tables: readonly Table[]): Table[] {
  const sorted = new Set<Table>();
  const add = (table: Table, path: readonly Table[]): void => {
    if (sorted.has(table) || path.includes(table)) return;
    for (const { table: name } of table.references) {
      const parent = tables.find((other) => other.name === name);
      if (parent !== undefined) add(parent, [...path, table]);
    }
    sorted.add(table);
  };
  for (const table of tables) add(table, []);
  return [...sorted];
}
