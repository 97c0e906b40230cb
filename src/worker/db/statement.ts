import { Column, is, Param, Placeholder, SQL, sql } from 'drizzle-orm';
import { SQLiteAsyncDialect, SQLiteColumn } from 'drizzle-orm/sqlite-core';

/**
 * Drizzle writes the SQL of a prepared statement once, at its first use; each call binds its values.
 *
 * - Only named parameters vary. All else is constant text, so that SQLite can match partial indexes.
 * - Each field's name is its column's alias, which also keeps equal names of joined tables apart.
 */

export type SqlValue = string | number | null;

/** A boolean becomes 0 or 1, an array becomes JSON (for `jsonValues`). */
export type ParamValue = SqlValue | boolean | readonly (string | number)[];

export type ParamValues = Readonly<Record<string, ParamValue>>;

/** The parameters, named once in the type of the argument: `prepareWrite((p: Params<{ id: number }>) => … p.id …)`. */
export type Params<Values extends ParamValues> = {
  readonly [Name in keyof Values]: SqlParam<Values[Name]>;
};

/** Also typed as a placeholder, which Drizzle demands in LIMIT. */
export type SqlParam<Value> = SQL<Value> & Placeholder<string, Value>;

export interface Outcome {
  readonly rows: readonly Record<string, unknown>[];
  /** Includes rows changed by triggers, unlike SQL's `changes()`. */
  readonly changes: number;
  /** Size of the database after the statement, which D1 alone says. */
  readonly sizeBytes?: number;
}

export interface Statement<Result> {
  readonly text: string;
  readonly values: readonly SqlValue[];
  readonly read: (outcome: Outcome) => Result;
}

/** A query of Drizzle's builder, or an `sql` template with the type of its row. */
type Query<Row> = { toSQL(): unknown; readonly _: { readonly result: readonly Row[] } } | SQL<Row>;
type Write = { toSQL(): unknown } | SQL;

type Prepared<Values extends ParamValues, Result> = (
  ...values: string extends keyof Values ? [] : [values: Values]
) => Statement<Result>;

export function prepareAll<Row, Values extends ParamValues>(
  build: (params: Params<Values>) => Query<Row>,
): Prepared<Values, Row[]> {
  return prepare(build, ({ rows }, decode) => rows.map((row) => decode(row) as Row));
}

export function prepareFirst<Row, Values extends ParamValues>(
  build: (params: Params<Values>) => Query<Row>,
): Prepared<Values, Row | null> {
  return prepare(build, ({ rows: [row] }, decode) =>
    row === undefined ? null : (decode(row) as Row),
  );
}

/** Reading the result throws an Error when there is no row. */
export function prepareOne<Row, Values extends ParamValues>(
  build: (params: Params<Values>) => Query<Row>,
): Prepared<Values, Row> {
  return prepare(build, ({ rows: [row] }, decode) => {
    if (row === undefined) throw new Error('a statement that has a row returned none');
    return decode(row) as Row;
  });
}

/** The result is `Outcome.changes`. */
export function prepareWrite<Values extends ParamValues>(
  build: (params: Params<Values>) => Write,
): Prepared<Values, number> {
  return prepare(build, ({ changes }) => changes);
}

/** Adds the size of the database (bytes), which comes with each answer of D1. */
export function withSize<Result>(
  statement: Statement<Result>,
): Statement<{ readonly result: Result; readonly sizeBytes: number }> {
  return {
    ...statement,
    read: (outcome) => ({ result: statement.read(outcome), sizeBytes: outcome.sizeBytes ?? 0 }),
  };
}

type Decode = (row: Record<string, unknown>) => unknown;

function prepare<Values extends ParamValues, Result>(
  build: (params: Params<Values>) => unknown,
  read: (outcome: Outcome, decode: Decode) => Result,
): Prepared<Values, Result> {
  let compiled: Compiled | undefined;
  return (...[values]) => {
    const { text, binds, decode } = (compiled ??= compile(build(PARAMS as Params<Values>)));
    return {
      text,
      values: binds.map((name) => toSqlValue(name, (values as ParamValues | undefined)?.[name])),
      read: (outcome) => read(outcome, decode),
    };
  };
}

/** Any name is a parameter; binding fails without a value for it. */
const PARAMS: unknown = new Proxy({}, { get: (_, name) => sql`${sql.placeholder(String(name))}` });

function toSqlValue(name: string, value: ParamValue | undefined): SqlValue {
  if (value === undefined) throw new TypeError(`a statement lacks a value for ${name}`);
  if (typeof value === 'boolean') return value ? 1 : 0;
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}

interface Compiled {
  readonly text: string;
  readonly binds: readonly string[];
  readonly decode: Decode;
}

const dialect = new SQLiteAsyncDialect();

function compile(query: unknown): Compiled {
  const decode = is(query, SQL) ? asIs : nameFields(query as BuiltQuery);
  const { sql: text, params } = dialect.sqlToQuery(
    sql`${is(query, SQL) ? query : (query as BuiltQuery).getSQL()}`.inlineParams(),
  );
  return { text, binds: params.map(nameOf), decode };
}

function nameOf(param: unknown): string {
  const placeholder = is(param, Param) ? param.value : param;
  if (is(placeholder, Placeholder)) return placeholder.name;
  throw new TypeError('a value of a statement is neither a parameter nor a constant');
}

/** Private fields of Drizzle. A test pins its version for them. */
interface BuiltQuery {
  getSQL(): SQL;
  readonly config: {
    fields?: Record<string, unknown>;
    returning?: { path: string[]; field: unknown }[];
  };
}

function nameFields({ config }: BuiltQuery): Decode {
  const decoders: [string, (value: unknown) => unknown][] = [];
  const name = (field: unknown, as: string): SQL.Aliased => {
    const source = is(field, SQL.Aliased) ? field.sql : field;
    if (!is(source, Column) && !is(source, SQL)) {
      throw new TypeError(`${as}: a statement returns columns and expressions only`);
    }
    const decoder = decoderOf(source);
    if (decoder !== null) decoders.push([as, decoder]);
    // Nested, because Drizzle strips the table's name from columns that stand directly in a field.
    return sql`${source}`.as(as);
  };
  if (config.fields !== undefined) {
    config.fields = Object.fromEntries(
      Object.entries(config.fields).map(([as, field]) => [as, name(field, as)]),
    );
  }
  if (config.returning !== undefined) {
    config.returning = config.returning.map(({ path, field }) => ({
      path,
      field: name(field, path.join('.')),
    }));
  }
  return decoders.length === 0 ? asIs : (row) => decodeFields(row, decoders);
}

function decoderOf(source: Column | SQL): ((value: unknown) => unknown) | null {
  if (is(source, Column)) {
    return source.mapFromDriverValue === SQLiteColumn.prototype.mapFromDriverValue
      ? null
      : (value) => source.mapFromDriverValue(value);
  }
  const { decoder } = source as unknown as Decoded;
  return decoder === (sql`` as unknown as Decoded).decoder
    ? null
    : (value) => decoder.mapFromDriverValue(value);
}

/** The private field that `mapWith` sets. */
interface Decoded {
  readonly decoder: { mapFromDriverValue(value: unknown): unknown };
}

function decodeFields(
  row: Record<string, unknown>,
  decoders: readonly [string, (value: unknown) => unknown][],
): Record<string, unknown> {
  const decoded = { ...row };
  for (const [name, decode] of decoders) {
    if (row[name] !== null) decoded[name] = decode(row[name]);
  }
  return decoded;
}

function asIs(row: Record<string, unknown>): unknown {
  return row;
}
