import { sql } from 'drizzle-orm';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openBindings } from '../../../scripts/support/bindings.ts';
import { Database } from '../../../src/db/database.ts';
import { prepareOne, prepareWrite } from '../../../src/db/statement.ts';

const WRITES = 150;

const createTable = prepareWrite(() => sql`CREATE TABLE written (writer TEXT, number INTEGER)`);
const write = prepareWrite<{ writer: string; number: number }>(
  ({ writer, number }) => sql`INSERT INTO written VALUES (${writer}, ${number})`,
);
const countWritten = prepareOne(
  () => sql<{ total: number }>`SELECT count(*) AS total FROM written`,
);

it('waits while another process writes to the same local database, and writes once', async () => {
  const persistTo = mkdtempSync(join(process.env['DATA_TMPDIR'] ?? '', 'tintype-locked-'));
  try {
    const target = { remote: false, persistTo };
    await using first = await openBindings(target);
    await using second = await openBindings(target);
    const databases = [new Database(first.DB), new Database(second.DB)] as const;
    await databases[0].run(createTable());

    const writeAll = (db: Database, writer: string) =>
      Array.from({ length: WRITES }, (_, number) => {
        const statement = write({ writer, number });
        return number % 2 === 0 ? db.run(statement) : db.batch({ statement, again: statement });
      });
    await Promise.all(databases.flatMap((db, index) => writeAll(db, String(index))));

    expect(await databases[0].run(countWritten())).toEqual({ total: 3 * WRITES });
  } finally {
    rmSync(persistTo, { recursive: true, force: true });
  }
});

it.each([
  ['a read', () => countWritten(), 2],
  ['a write', () => write({ writer: 'a', number: 1 }), 1],
])(
  'of a lock after the statement, %s is sent as often as is safe',
  async (_, toStatement, times) => {
    let sent = 0;
    const all = async () => {
      sent += 1;
      if (sent === 1)
        throw new Error('D1_ERROR: Failed to get session commit token: internal error');
      return { results: [{ total: 1 }], meta: { changes: 0 } };
    };
    const d1 = { prepare: () => ({ bind: () => ({ all }) }) } as unknown as D1Database;
    const run = new Database(d1).run<unknown>(toStatement());
    await (times === 1 ? expect(run).rejects.toThrow('commit token') : run);
    expect(sent).toBe(times);
  },
);
