import { getTableColumns, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { BaseSQLiteDatabase, SQLiteAsyncDialect, type SQLiteTable } from 'drizzle-orm/sqlite-core';

/** Drizzle's builder. It writes SQL and runs none: its queries are for `prepare…` (see statement.ts). */
export const query = new BaseSQLiteDatabase<'async', never>(
  'async',
  new SQLiteAsyncDialect(),
  undefined as never,
  undefined,
);

/** The elements of a slot that holds an array, for `inArray`: SQLite takes at most 100 values, and one JSON text. */
export function valuesOf(list: SQL<readonly unknown[]>): SQL {
  return sql`(SELECT value FROM json_each(${list}))`;
}

/** A condition as the number that SQLite makes of it. */
export function countWhere(table: SQLiteTable, where: SQLWrapper | undefined): SQL<number> {
  return sql<number>`(SELECT count(*) FROM ${table} WHERE ${where})`;
}

type ColumnNames<Table extends SQLiteTable> = keyof Table['_']['columns'] & string;

/**
 * `INSERT INTO table (columns) SELECT expressions`: each column is named with the expression that fills it, and
 * `source` is what follows the expressions (`FROM …`, `WHERE …`). Columns left out get their defaults.
 */
export function insertFrom<Table extends SQLiteTable>(
  table: Table,
  values: { readonly [Name in ColumnNames<Table>]?: SQLWrapper | string | number | null },
  source: SQL,
): SQL {
  const columns = getTableColumns(table);
  const filled = Object.entries(values);
  const names = filled.map(([field]) => sql.identifier(columns[field]?.name ?? field));
  const expressions = filled.map(([, value]) => sql`${value}`);
  return sql`INSERT INTO ${table} (${sql.join(names, sql`, `)}) SELECT ${sql.join(expressions, sql`, `)} ${source}`;
}
