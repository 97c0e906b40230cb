import {
  exists,
  getTableColumns,
  inArray,
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
import type { SqlParam } from './statement.ts';

const dialect = new SQLiteAsyncDialect();
/** Drizzle only writes SQL here. */
const NO_SESSION = undefined as never;

/** Builders without Drizzle's database, whose driver would load into each isolate; for `prepare…` (statement.ts). */
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

/** For `inArray` with an array: SQLite takes at most 100 values, but one JSON text. */
export function jsonValues(list: SQL<readonly unknown[]>): SQL {
  return sql`(SELECT value FROM json_each(${list}))`;
}

export function existsIn(table: SQLiteTable, condition: SQL | undefined): SQL {
  return exists(rowsIn(table, condition));
}

export function notExistsIn(table: SQLiteTable, condition: SQL | undefined): SQL {
  return notExists(rowsIn(table, condition));
}

/** For an UPDATE, which has no limit itself: the first rows of its table under a condition. */
export function isAmongFirst(
  id: SQLiteColumn,
  condition: SQL | undefined,
  limit: number | SqlParam<number>,
  ...order: readonly SQL[]
): SQL {
  const first = query
    .select({ id })
    .from(id.table)
    .where(condition)
    .orderBy(...order)
    .limit(limit);
  return inArray(id, first);
}

function rowsIn(table: SQLiteTable, condition: SQL | undefined): SQLWrapper {
  return query
    .select({ one: sql`1` })
    .from(table)
    .where(condition);
}

/** SQLite plans again in every call if the limit is a bare parameter, which doubles the cost of twenty rows. */
export function limitTo(rows: SqlParam<number>): SqlParam<number> {
  return sql<number>`${rows} + 0` as SqlParam<number>;
}

export function positionIn(column: SQLiteColumn, list: readonly string[]): SQL<number> {
  const cases = list.map((value, position) => sql`WHEN ${value} THEN ${position}`);
  return sql<number>`CASE ${column} ${sql.join(cases, sql` `)} END`;
}

type Columns = Readonly<Record<string, SQLiteColumn | SQL>>;

type RowOf<Fields extends Columns> = {
  readonly [Name in keyof Fields]: Fields[Name] extends SQLiteColumn
    ? GetColumnData<Fields[Name]>
    : unknown;
};

/** One JSON value, as a field of another table's query. `source` follows the table's name (`WHERE …`). */
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

/** `source` follows the expressions (`FROM …`, `WHERE …`). Omitted columns get their defaults. */
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

/** Follows SET in an `sql` template. */
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

/** For a SELECT that the builder does not write. */
export function selectFields(fields: Readonly<Record<string, SQLWrapper>>): SQL {
  const named = Object.entries(fields).map(
    ([name, field]) => sql`${field} AS ${sql.identifier(name)}`,
  );
  return sql.join(named, sql`, `);
}
