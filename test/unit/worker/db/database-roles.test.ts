import { sql } from 'drizzle-orm';
import { globSync, readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { readMigrations } from '../../../../scripts/support/migrations.ts';
import type { DatabaseRole } from '../../../../src/worker/db/database.ts';
import { query } from '../../../../src/worker/db/query.ts';
import { auditLog } from '../../../../src/worker/db/schema/audit.ts';
import { images } from '../../../../src/worker/db/schema/images.ts';
import { users } from '../../../../src/worker/db/schema/accounts.ts';
import { prepareAll, prepareWrite } from '../../../../src/worker/db/statement.ts';
import { selectTotals } from '../../../../src/worker/domain/accounting/read-totals.ts';
import { countJobs } from '../../../../src/worker/domain/metrics/count-work.ts';
import { selectCronRun } from '../../../../src/worker/domain/metrics/cron-runs.ts';
import { mayUse, requireRole, TABLE_USES } from '../../../support/database-roles.ts';

const selectImages = prepareAll(() => query.select().from(images));

it('refuses statements over the tables of the other role', () => {
  expect(() => requireRole('user', selectCronRun())).toThrow('user: no read of cron_runs');
  expect(() => requireRole('directory', selectImages())).toThrow('directory: no read of images');
});

it('takes statements over the tables of the role, copied ones and counts of work', () => {
  for (const sent of [selectTotals(), selectCronRun(), ...countJobs(1)]) {
    expect(() => requireRole('directory', sent)).not.toThrow();
  }
  for (const sent of [selectTotals(), selectImages()]) {
    expect(() => requireRole('user', sent)).not.toThrow();
  }
});

it('refuses to change what a role only reads or inserts', () => {
  const changeUsers = prepareWrite(() => query.update(users).set({ email: '' }));
  expect(() => requireRole('user', changeUsers())).not.toThrow();
  expect(() => requireRole('directory', changeUsers())).toThrow('no change of users');
  const deleteEntries = prepareWrite(() => query.delete(auditLog));
  expect(() => requireRole('user', deleteEntries())).toThrow('no change of audit_log');
});

it.each([
  sql`SELECT 1 FROM ${users}, ${images}`,
  sql`SELECT 1 FROM images`,
  sql`WITH one AS (SELECT 1 FROM ${users} CROSS JOIN ${images}) SELECT 1 FROM one`,
  sql`SELECT 1 FROM ${users} CROSS JOIN ${images} AS ${images}`,
  sql`INSERT OR IGNORE INTO ${images} (id) VALUES (1)`,
  sql`SELECT 1 FROM ${users} WHERE EXISTS (SELECT 1 FROM ${images})`,
])('finds a table in any place of a statement %#', (text) => {
  expect(() => requireRole('directory', prepareWrite(() => text)())).toThrow(' of images');
});

/** With several databases, an account's row begins and ends with an event to the directory. */
const CROSSINGS = [
  'user insert users: invitations, user_counts',
  'user delete users: invitations, user_counts',
];

it('triggers and foreign keys stay in the tables of the role, but for those of accounts', () => {
  const db = new DatabaseSync(':memory:');
  for (const { sql: text } of readMigrations()) db.exec(text);
  const pages = db.prepare('SELECT rootpage AS page, tbl_name AS name FROM sqlite_schema').all();
  const tables = new Map(pages.map(({ page, name }) => [Number(page), String(name)]));
  const found = (['user', 'directory'] as const).flatMap((role) =>
    db
      .prepare("SELECT name FROM sqlite_schema WHERE type IN ('table', 'view')")
      .all()
      .map(({ name }) => String(name))
      .filter((name) => !name.startsWith('sqlite_'))
      .flatMap((table) => {
        expect(Object.keys(TABLE_USES)).toContain(table);
        return findCrossings(db, tables, role, table);
      }),
  );
  expect(found.toSorted()).toEqual(CROSSINGS.toSorted());
});

function findCrossings(
  db: DatabaseSync,
  tables: ReadonlyMap<number, string>,
  role: DatabaseRole,
  table: string,
): string[] {
  const columns = db.prepare('SELECT name, pk FROM pragma_table_info(?)').all(table);
  const keys = columns.filter(({ pk }) => pk !== 0).map(({ name }) => String(name));
  const others = columns.filter(({ pk }) => pk === 0).map(({ name }) => String(name));
  const writes = {
    insert: `INSERT INTO ${table} SELECT ${columns.map(() => 'NULL').join(', ')}`,
    update: `UPDATE ${table} SET ${others.map((name) => `${name} = NULL`).join(', ')}`,
    delete: `DELETE FROM ${table} WHERE ${String(keys[0])} = 1`,
  };
  return Object.entries(writes).flatMap(([write, text]) => {
    const isOwn = mayUse(role, table, write === 'insert' ? write : 'change');
    if (!isOwn || others.length === 0 || keys.length === 0) return [];
    const crossed = db
      .prepare(`EXPLAIN ${text}`)
      .all()
      .filter(({ opcode }) => /^Open(?:Read|Write)$/u.test(String(opcode)))
      .map(({ opcode, p2 }) => ({ opcode, name: tables.get(Number(p2)) ?? '' }))
      .filter(({ opcode, name }) => {
        if (name === table || !Object.hasOwn(TABLE_USES, name)) return false;
        return !mayUse(role, name, opcode === 'OpenRead' ? 'read' : 'change');
      });
    const names = [...new Set(crossed.map(({ name }) => name))].toSorted();
    return names.length === 0 ? [] : [`${role} ${write} ${table}: ${names.join(', ')}`];
  });
}

it('databases are opened in one place', () => {
  const openers = globSync('src/**/*.ts').filter((file) =>
    /new Database\(/u.test(readFileSync(file, 'utf8')),
  );
  expect(openers.toSorted()).toEqual([
    'src/worker/db/database.ts',
    'src/worker/db/open-databases.ts',
  ]);
});
