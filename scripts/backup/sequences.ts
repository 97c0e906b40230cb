import { sql } from 'drizzle-orm';
import type { Database } from '../../src/worker/db/database.ts';
import { prepareAll } from '../../src/worker/db/statement.ts';

/** Last numbers that AUTOINCREMENT has given, by table. */
export async function readSequences(db: Database): Promise<Record<string, number>> {
  const rows = await db.run(selectSequences());
  return Object.fromEntries(rows.map(({ name, seq }) => [name, seq]));
}

const selectSequences = prepareAll(
  () => sql<{ name: string; seq: number }>`
    SELECT name, seq FROM sqlite_sequence WHERE name <> 'd1_migrations'`,
);
