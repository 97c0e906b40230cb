import { and, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../src/worker/db/database.ts';
import { prepareAll } from '../../src/worker/db/statement.ts';
import type { Row, TableRows } from './page-file.ts';
import type { Table } from './tables.ts';
import type { Unit } from './units.ts';

const PAGE_ROWS = 200;

/** Above `after`, up to and including `last`; null for the beginning. */
export interface KeyRange {
  readonly after: Row | null;
  readonly last: Row;
}

/** In ascending order. Rows with keys above the present last one are included as they appear. */
export async function* listRanges(
  db: Database,
  { root, filter }: Pick<Unit, 'root' | 'filter'>,
): AsyncGenerator<KeyRange> {
  for (let after: Row | null = null; ;) {
    const keys: { row: string }[] = await db.run(selectKeys(root, filter, after));
    const last = keys.at(-1);
    if (last === undefined) return;
    const range: KeyRange = { after, last: parseRow(last.row) };
    yield range;
    after = range.last;
  }
}

function selectKeys(root: Table, filter: SQL, after: Row | null) {
  const key = nameColumns(root.key);
  const isNext = after === null ? sql`true` : isAbove(root, after);
  return prepareAll(
    () => sql<{ row: string }>`
      SELECT json_array(${key}) AS "row" FROM ${sql.identifier(root.name)}
      WHERE ${filter} AND ${isNext} ORDER BY ${key} LIMIT ${PAGE_ROWS}`,
  )();
}

/** One transaction, so all rows are as of one moment. */
export async function readPage(
  db: Database,
  { root, members }: Unit,
  { after, last }: KeyRange,
): Promise<TableRows[]> {
  const upTo = sql`(${nameColumns(root.key)}) <= (${listValues(last)})`;
  const range = and(upTo, after === null ? undefined : isAbove(root, after)) ?? upTo;
  const wanted = members(range);
  const { rows } = await db.batch({
    rows: wanted.map(({ table, where }) => selectRows(table, where)),
  });
  return wanted.map(({ table: { name, columns } }, index) => ({
    name,
    columns,
    rows: (rows[index] ?? []).map(({ row }) => parseRow(row)),
  }));
}

function selectRows({ name, columns, blobs }: Table, where: SQL) {
  // JSON takes no bytes.
  const values = columns.map((column) => {
    const value = sql.identifier(column);
    return blobs.includes(column) ? sql`iif(${value} IS NULL, NULL, hex(${value}))` : value;
  });
  return prepareAll(
    () => sql<{ row: string }>`
      SELECT json_array(${sql.join(values, sql`, `)}) AS "row" FROM ${sql.identifier(name)} WHERE ${where}`,
  )();
}

function isAbove({ key }: Table, after: Row): SQL {
  return sql`(${nameColumns(key)}) > (${listValues(after)})`;
}

function nameColumns(names: readonly string[]): SQL {
  return sql.join(names.map(sql.identifier), sql`, `);
}

function listValues(values: Row): SQL {
  return sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  );
}

function parseRow(text: string): Row {
  return JSON.parse(text) as Row;
}
