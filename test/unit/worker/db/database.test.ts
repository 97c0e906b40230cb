import { sql } from 'drizzle-orm';
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { openBindings } from '../../../../scripts/support/bindings.ts';
import { Database } from '../../../../src/worker/db/database.ts';
import { prepareOne, prepareWrite } from '../../../../src/worker/db/statement.ts';
import { instrumentEnv } from '../../../support/instrument.ts';

const createTable = prepareWrite(() => sql`CREATE TABLE written (writer TEXT, number INTEGER)`);
const write = prepareWrite<{ writer: string; number: number }>(
  ({ writer, number }) => sql`INSERT INTO written VALUES (${writer}, ${number})`,
);
const countNamed = prepareOne(
  () => sql<{ total: number }>`
    WITH one AS (SELECT * FROM written) SELECT count(*) AS total FROM one`,
);
const writeNamed = prepareWrite(
  () => sql`
    WITH one AS (SELECT * FROM written) INSERT INTO written SELECT * FROM one`,
);
const countWritten = prepareOne(
  () => sql<{ total: number }>`SELECT count(*) AS total FROM written`,
);

it('a write waits while another process writes to the same local database, and runs once', async () => {
  const persistTo = mkdtempSync(join(process.env['DATA_TMPDIR'] ?? '', 'tintype-locked-'));
  try {
    await using bindings = await openBindings({ remote: false, persistTo });
    let refused = 0;
    const { DB } = instrumentEnv({ DB: bindings.DB }, (_, proceed) =>
      proceed().catch((error: unknown) => {
        refused += 1;
        throw error;
      }),
    );
    const db = new Database(DB, 'user');
    await db.run(createTable());
    const statement = write({ writer: 'a', number: 1 });
    for (const send of [() => db.run(statement), () => db.batch({ statement, again: statement })]) {
      refused = 0;
      using other = lockFile(persistTo);
      const written = send();
      await expect.poll(() => refused, { interval: 5 }).toBeGreaterThan(0);
      other.release();
      await written;
    }
    expect(await db.run(countWritten())).toEqual({ total: 3 });
  } finally {
    rmSync(persistTo, { recursive: true, force: true });
  }
});

it.each([
  ['a read', () => countWritten(), 2],
  ['a read that names its tables first', () => countNamed(), 2],
  ['a write', () => write({ writer: 'a', number: 1 }), 1],
  ['a write that names its tables first', () => writeNamed(), 1],
])('after a locked database, %s is sent as often as is safe', async (_, toStatement, times) => {
  let sent = 0;
  const all = async () => {
    sent += 1;
    if (sent === 1) throw new Error('D1_ERROR: Failed to get session commit token: internal error');
    return { results: [{ total: 1 }], meta: { changes: 0 } };
  };
  const d1 = { prepare: () => ({ bind: () => ({ all }) }) } as unknown as D1Database;
  const run = new Database(d1, 'user').run<unknown>(toStatement());
  await (times === 1 ? expect(run).rejects.toThrow('commit token') : run);
  expect(sent).toBe(times);
});

/** Writes to the local database from this process until it is stopped. */
function lockFile(persistTo: string) {
  const [file = ''] = globSync('**/d1/*/[0-9a-f]*[0-9a-f].sqlite', { cwd: persistTo });
  const database = new DatabaseSync(join(persistTo, file));
  database.exec('BEGIN IMMEDIATE');
  const release = (): void => {
    if (database.isTransaction) database.exec('COMMIT');
  };
  return {
    release,
    [Symbol.dispose]: () => {
      release();
      database.close();
    },
  };
}
