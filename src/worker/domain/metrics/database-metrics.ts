import { query } from '../../db/query.ts';
import { sqliteSequence } from '../../db/sqlite-sequence.ts';
import { prepareAll } from '../../db/statement.ts';
import { measure, type Metric } from './catalogue.ts';

/** A row for each table with AUTOINCREMENT, however large the table is. */
export const selectInserted = prepareAll(() =>
  query.select({ table: sqliteSequence.table, lastId: sqliteSequence.lastId }).from(sqliteSequence),
);

export function databaseMetrics(
  sizeBytes: number,
  inserted: readonly { readonly table: string; readonly lastId: number }[],
): Metric[] {
  return [
    measure('tintype_database_size_bytes', sizeBytes),
    measure(
      'tintype_database_rows_inserted_total',
      inserted.map(({ table, lastId }) => ({ labels: { table }, value: lastId })),
    ),
  ];
}
