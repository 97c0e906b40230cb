import {
  exists,
  getTableColumns,
  notExists,
  sql,
  type GetColumnData,
  type SQL,
  type SQLWrapper,
} from 'drizzle-orm';
import {
  SQLiteAsyncDialect,
  SQLiteDeleteBase,
  SQLiteInsertBuilder,
  SQLiteSelectBuilder,
  SQLiteUpdateBuilder,
  type BaseSQLiteDatabase,
  type SelectedFields,
  type SQLiteColumn,
  type SQLiteTable,
} from 'drizzle-orm/sqlite-core';
import type { Slot } from './statement.ts';

const dialect = new SQLiteAsyncDialect();
/** None: Drizzle only writes SQL here. */
const NO_SESSION = undefined as never;

/**
 * Drizzle's builders. They write SQL and run none: their queries are for `prepare…` (see statement.ts). Its database,
 * which has them, too, would bring what runs them into each isolate.
 */
export const query: Pick<
  BaseSQLiteDatabase<'async', never>,
  'select' | 'insert' | 'update' | 'delete'
> = {
  select: <Fields extends SelectedFields | undefined>(fields?: Fields) =>
    new SQLiteSelectBuilder<Fields, 'async', never>({
      fields: fields as Fields,
      session: NO_SESSION,
      dialect,
    }),
  insert: (table) => new SQLiteInsertBuilder(table, NO_SESSION, dialect),
  update: (table) => new SQLiteUpdateBuilder(table, NO_SESSION, dialect),
  delete: (table) => new SQLiteDeleteBase(table, NO_SESSION, dialect),
};

/** The elements of a slot that holds an array, for `inArray`: SQLite takes at most 100 values, and one JSON text. */
export function jsonValues(list: SQL<readonly unknown[]>): SQL {
  return sql`(SELECT value FROM json_each(${list}))`;
}

/** Whether a table has a row for which the condition holds. */
export function existsIn(table: SQLiteTable, condition: SQL | undefined): SQL {
  return exists(rowsIn(table, condition));
}

/** Whether a table has no row for which the condition holds. */
export function notExistsIn(table: SQLiteTable, condition: SQL | undefined): SQL {
  return notExists(rowsIn(table, condition));
}

function rowsIn(table: SQLiteTable, condition: SQL | undefined): SQLWrapper {
  return query
    .select({ one: sql`1` })
    .from(table)
    .where(condition);
}

/**
 * A slot as the limit of a query. SQLite looks at the value of a bare one while it plans, and therefore plans again in
 * every call, which doubles what a list of twenty rows costs.
 */
export function limitTo(rows: Slot<number>): Slot<number> {
  return sql<number>`${rows} + 0` as Slot<number>;
}

/** A column's place in a list, for ORDER BY. */
export function placeIn(column: SQLiteColumn, list: readonly string[]): SQL<number> {
  const cases = list.map((value, place) => sql`WHEN ${value} THEN ${place}`);
  return sql<number>`CASE ${column} ${sql.join(cases, sql` `)} END`;
}

type Columns = Readonly<Record<string, SQLiteColumn>>;

type RowOf<Fields extends Columns> = {
  readonly [Name in keyof Fields]: GetColumnData<Fields[Name]>;
};

/**
 * The rows of a table as one JSON value, to stand as a field of another table's query; `source` is what follows the
 * table's name (`WHERE …`), `order` what the rows are sorted by.
 */
export function jsonRows<Fields extends Columns>(
  table: SQLiteTable,
  fields: Fields,
  source: SQL,
  order?: SQL,
): SQL<readonly RowOf<Fields>[]> {
  const pairs = Object.entries(fields).map(([name, column]) => sql`${name}, ${column}`);
  const sorted = order === undefined ? sql`` : sql` ORDER BY ${order}`;
  return sql`(SELECT json_group_array(json_object(${sql.join(pairs, sql`, `)})${sorted}) FROM ${table} ${source})`.mapWith(
    (text: string) => JSON.parse(text) as RowOf<Fields>[],
  );
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

/** What follows SET in an `sql` template: each column is named with the expression that it gets. */
export function assignments<Table extends SQLiteTable>(
  table: Table,
  values: { readonly [Name in ColumnNames<Table>]?: SQLWrapper | string | number | null },
): SQL {
  const columns = getTableColumns(table);
  const assigned = Object.entries(values).map(
    ([field, value]) => sql`${sql.identifier(columns[field]?.name ?? field)} = ${value}`,
  );
  return sql.join(assigned, sql`, `);
}

/** Columns and expressions under the names of their fields, for a SELECT that the builder does not write. */
export function selectFields(fields: Readonly<Record<string, SQLWrapper>>): SQL {
  const named = Object.entries(fields).map(
    ([name, field]) => sql`${field} AS ${sql.identifier(name)}`,
  );
  return sql.join(named, sql`, `);
}
