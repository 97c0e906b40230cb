import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { generateSQLiteDrizzleJson } from 'drizzle-kit/api';
import { tidyExpression } from './sql-expressions.ts';
import { checksByText, type Column, type Index, type Table, type Tables } from './table.ts';

const SCHEMA_FOLDER = join(import.meta.dirname, '..', '..', 'src', 'worker', 'db', 'schema');

/** The schema of D1. Folders of src/worker/db/schema/ belong to other databases. */
export async function readSchema(): Promise<Record<string, unknown>> {
  const files = readdirSync(SCHEMA_FOLDER)
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(SCHEMA_FOLDER, name));
  const modules: object[] = await Promise.all(files.map((path) => import(path)));
  return Object.assign({}, ...modules) as Record<string, unknown>;
}

/** As drizzle-kit reads them. */
export async function readDeclaredTables(schema: Record<string, unknown>): Promise<Tables> {
  const { tables } = await generateSQLiteDrizzleJson(schema);
  return mapValues(tables as Tables, tidyTable);
}

function tidyTable(table: Table): Table {
  return {
    ...table,
    columns: mapValues(withoutGenerated(table.columns), tidyColumn),
    indexes: mapValues(table.indexes, tidyIndex),
    checkConstraints: checksByText(
      Object.values(table.checkConstraints).map(({ value }) => tidyExpression(value)),
    ),
  };
}

/** Their migrations are written by hand. */
function withoutGenerated(columns: Table['columns']): Table['columns'] {
  const written = Object.entries(columns).filter(([, { generated }]) => generated === undefined);
  return Object.fromEntries(written);
}

/** SQLite has no booleans. */
function tidyColumn(column: Column): Column {
  return typeof column.default === 'boolean'
    ? { ...column, default: Number(column.default) }
    : column;
}

function tidyIndex({ where, columns, ...index }: Index): Index {
  return {
    ...index,
    columns: columns.map(tidyExpression),
    ...(where === undefined ? {} : { where: tidyExpression(where) }),
  };
}

function mapValues<Value>(
  record: Readonly<Record<string, Value>>,
  change: (value: Value) => Value,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}
