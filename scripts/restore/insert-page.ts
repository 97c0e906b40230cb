import { sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../src/worker/db/database.ts';
import { prepareWrite, type Params, type Statement } from '../../src/worker/db/statement.ts';
import type { Row, TableRows } from '../backup/page-file.ts';
import type { Reference, Table } from '../backup/tables.ts';
import { countPage } from './restore-mark.ts';

/** D1 takes values of 2 MB. */
const CHUNK_CHARACTERS = 500_000;

/**
 * One transaction, which also counts the page. A row is left out if its parent was deleted during the backup, and if it
 * is there already: pages are restored in the reverse order of reading, so the row that was read last remains.
 */
export async function insertPage(
  db: Database,
  tables: readonly Table[],
  page: { readonly number: number; readonly tables: readonly TableRows[] },
): Promise<void> {
  const inserts = tables.flatMap((table) =>
    page.tables
      .filter(({ name }) => name === table.name)
      .flatMap((rows) => insertRows(table, rows)),
  );
  await db.batch({ counted: countPage(page.number), inserts });
}

function insertRows(table: Table, { columns, rows }: TableRows): Statement<number>[] {
  const insert = prepareInsert(table, columns);
  return [...chunk(rows)].map((chunked) => insert({ rows: `[${chunked.join(',')}]` }));
}

/** `rows` is a JSON array of rows. */
function prepareInsert({ name, blobs, references }: Table, columns: readonly string[]) {
  const value = (index: number) => sql.raw(`value ->> '$[${String(index)}]'`);
  const values = sql.join(
    columns.map((column, index) =>
      blobs.includes(column) ? sql`unhex(${value(index)})` : value(index),
    ),
    sql`, `,
  );
  const conditions = references
    // A row that refers to another of its own table is read with it.
    .filter((reference) => reference.table !== name)
    .map((reference) => hasParent(reference, value(columns.indexOf(reference.column))));
  const where = sql.join([sql`true`, ...conditions], sql` AND `);
  const names = sql.join(columns.map(sql.identifier), sql`, `);
  return prepareWrite(
    (p: Params<{ rows: string }>) => sql`
      INSERT INTO ${sql.identifier(name)} (${names}) SELECT ${values} FROM json_each(${p.rows})
      WHERE ${where} ON CONFLICT DO NOTHING`,
  );
}

function hasParent({ table, target }: Reference, value: SQL): SQL {
  const [parent, column] = [sql.identifier(table), sql.identifier(target)];
  return sql`(${value} IS NULL OR EXISTS (SELECT 1 FROM ${parent} WHERE ${parent}.${column} = ${value}))`;
}

function* chunk(rows: readonly Row[]): Generator<string[]> {
  let texts: string[] = [];
  let characters = 0;
  for (const row of rows) {
    const text = JSON.stringify(row);
    if (texts.length > 0 && characters + text.length > CHUNK_CHARACTERS) {
      yield texts;
      [texts, characters] = [[], 0];
    }
    texts.push(text);
    characters += text.length;
  }
  if (texts.length > 0) yield texts;
}
