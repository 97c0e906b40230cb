import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { readMigrations } from '../../../../scripts/support/migrations.ts';

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
