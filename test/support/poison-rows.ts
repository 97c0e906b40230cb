export type RowsToPoison = readonly [
  operation: 'UPDATE' | 'DELETE',
  table: string,
  key: string,
  values: readonly (string | number)[],
];

/** Makes every change of some rows fail, like a violated constraint. */
export async function poisonRows(
  db: D1Database,
  ...[operation, table, key, values]: RowsToPoison
): Promise<void> {
  const list = values.map((value) => JSON.stringify(value).replaceAll('"', "'")).join();
  await db
    .prepare(
      `CREATE TRIGGER poisoned_${table}_${operation} BEFORE ${operation} ON ${table}
       WHEN OLD.${key} IN (${list})
       BEGIN SELECT RAISE(ABORT, 'poisoned'); END`,
    )
    .run();
}
