import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { readMigrations } from '../../../../scripts/support/migrations.ts';
import { NEEDED_TASKS } from '../../../../src/worker/db/needed-tasks.ts';

it('a database in use gets the counts of its existing users and sessions', () => {
  const db = new DatabaseSync(':memory:');
  const migrations = readMigrations();
  const counting = migrations.findIndex(({ name }) => name.endsWith('_administration.sql'));
  for (const { sql } of migrations.slice(0, counting)) db.exec(sql);
  db.exec(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 97 FROM n WHERE i < 300000)
    INSERT INTO users (id, username, email, password_hash, storage_quota, created_at, updated_at)
    SELECT i, i, i, '', 0, 0, 0 FROM n;
    INSERT INTO user_sessions (session_id, user_id, kind, created_at, expires_at)
    SELECT id, id, 'web', 0, 1 FROM users WHERE id < 1000`);
  for (const { sql } of migrations.slice(counting)) db.exec(sql);
  const countOf = (query: string) => Object.values(db.prepare(query).get() ?? {})[0];
  expect(countOf('SELECT sessions FROM site_totals')).toBe(11);
  // The triggers count the same for new rows.
  const counts = () => db.prepare('SELECT * FROM user_counts ORDER BY level, node').all();
  const migrated = counts();
  expect(migrated.length).toBeGreaterThan(3000);
  db.exec(`CREATE TABLE copies AS SELECT * FROM users; DELETE FROM users;
    DELETE FROM user_counts; INSERT INTO users SELECT * FROM copies`);
  expect(counts()).toEqual(migrated);
  expect(countOf('SELECT sessions FROM site_totals')).toBe(0);
});

it('the images of libraries that are large already are marked by the cron', () => {
  const db = new DatabaseSync(':memory:');
  const migrations = readMigrations();
  const marking = migrations.findIndex(({ name }) => name.endsWith('_large_libraries.sql'));
  for (const { sql } of migrations.slice(0, marking)) db.exec(sql);
  db.exec(`INSERT INTO users (id, username, email, password_hash, storage_quota, created_at, updated_at, image_count, status)
    VALUES (1, 'a', 'a', '', 0, 0, 0, 0, 'active'), (2, 'b', 'b', '', 0, 0, 0, 4999, 'active'),
      (3, 'c', 'c', '', 0, 0, 0, 5001, 'active'), (4, 'd', 'd', '', 0, 0, 0, 500000, 'suspended')`);
  const others = () => db.prepare('SELECT * FROM user_counts ORDER BY level, node').all();
  const counted = others();
  for (const { sql } of migrations.slice(marking)) db.exec(sql);
  const stages = db.prepare('SELECT library_stage AS stage FROM users ORDER BY id').all();
  expect(stages.map(({ stage }) => stage)).toEqual([0, 0, 1, 1]);
  expect(others()).toEqual(counted);
});

/** A column of a STRICT table is checked in each row, and an index of all rows reads them; a batch of D1 ends after 30 s. */
const READS_ALL_IMAGES =
  /^(?:ALTER TABLE images ADD COLUMN|CREATE (?:UNIQUE )?INDEX \w+ ON images (?![^;]*\bWHERE\b))/gmu;

it('no migration since version 2.1.0 reads all images more than twice', () => {
  const migrations = readMigrations();
  const first = migrations.findIndex(({ name }) => name.endsWith('_tasks.sql'));
  const readers = migrations
    .slice(first)
    .map(({ name, sql }) => [name, sql.match(READS_ALL_IMAGES)?.length ?? 0] as const)
    .filter(([, reads]) => reads > 0);
  expect(readers.map(([name]) => name)).toContain('0035_taken_indexes.sql');
  expect(readers.filter(([, reads]) => reads > 2)).toEqual([]);
});

/** Of docs/architecture.md, before a migration that drops the form of this task. */
const readGuard = (task: string): string => {
  const text = readFileSync(new URL('../../../../docs/architecture.md', import.meta.url), 'utf8');
  const [, guard = ''] = /```sql\n(UPDATE tasks [^`]*)```/u.exec(text) ?? [];
  return guard.replaceAll('slim_images', task);
};

it('a migration that needs a task refuses a database in use where it is not done, by its name', () => {
  const db = new DatabaseSync(':memory:');
  for (const { sql } of readMigrations()) db.exec(sql);
  const open = () => db.exec('UPDATE tasks SET done_at = NULL');
  const doneAt = () =>
    db.prepare("SELECT done_at AS at FROM tasks WHERE name = 'pack_variants'").get()?.['at'];
  open();
  db.exec(readGuard('pack_variants'));
  expect(doneAt()).toBeGreaterThan(0);
  open();
  db.exec(`INSERT INTO users (username, email, password_hash, storage_quota, created_at, updated_at)
    VALUES ('a', 'a', '', 0, 0, 0)`);
  expect(() => db.exec(readGuard('pack_variants'))).toThrow('task pack_variants is not done');
  db.exec('UPDATE tasks SET done_at = 1');
  db.exec(readGuard('pack_variants'));
  expect(doneAt()).toBe(1);
});

it('each migration that needs tasks begins with the statements that refuse', () => {
  const migrations = new Map(readMigrations().map(({ name, sql }) => [name, sql]));
  for (const [name, tasks] of Object.entries(NEEDED_TASKS)) {
    for (const task of tasks) expect(migrations.get(name)).toContain(readGuard(task));
  }
});
