import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { describe, expect, it } from 'vitest';
import type { Migration } from '../../../src/worker/db/history.ts';
import { ObjectDatabase } from '../../../src/worker/durable/object-database.ts';
import { createTestWorker } from '../../support/worker.ts';

const FIRST = { name: '0001_first.sql', sql: 'CREATE TABLE first (id INTEGER);' };
const SECOND = {
  name: '0002_second.sql',
  sql: 'CREATE TABLE second (id INTEGER); INSERT INTO second SELECT id + 1 FROM first;',
};
const BROKEN = {
  name: '0003_broken.sql',
  sql: 'CREATE TABLE third (id INTEGER); INSERT INTO no_table VALUES (1);',
};
const { env } = createTestWorker();

/** Runs in a separate object with empty storage. */
const inStorage = <Value>(
  name: string,
  use: (
    migrate: (...migrations: readonly Migration[]) => ObjectDatabase,
    storage: DurableObjectStorage,
  ) => Value | Promise<Value>,
): Promise<Value> =>
  runInDurableObject(env.RATE_LIMITER.getByName(`database: ${name}`), async (_, { storage }) =>
    use((...migrations) => {
      const database = new ObjectDatabase(storage, migrations);
      database.migrate();
      return database;
    }, storage),
  );

const readAll = ({ sql }: DurableObjectStorage, table: string) =>
  sql.exec(`SELECT * FROM ${table}`).toArray();
const tablesOf = ({ sql }: DurableObjectStorage) =>
  sql
    .exec<{ name: string }>(`SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name`)
    .toArray()
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('_cf'));

describe('the migrations of an object', () => {
  it('run once each, in order, and are recorded', async () => {
    const found = await inStorage('order', (migrate, storage) => {
      migrate(FIRST);
      storage.sql.exec('INSERT INTO first VALUES (1)');
      migrate(FIRST, SECOND);
      migrate(FIRST, SECOND);
      return { rows: readAll(storage, 'second'), recorded: readAll(storage, 'object_migrations') };
    });
    expect(found).toEqual({
      rows: [{ id: 2 }],
      recorded: [
        { position: 1, name: '0001_first.sql' },
        { position: 2, name: '0002_second.sql' },
      ],
    });
  });

  it('leave the storage unchanged when one of them fails', async () => {
    const tables = await inStorage('failure', (migrate, storage) => {
      migrate(FIRST);
      expect(() => migrate(FIRST, SECOND, BROKEN)).toThrow('no_table');
      return { tables: tablesOf(storage), recorded: readAll(storage, 'object_migrations') };
    });
    expect(tables).toEqual({
      tables: ['first', 'object_migrations'],
      recorded: [{ position: 1, name: '0001_first.sql' }],
    });
  });

  it.each([
    ['unknown', [FIRST], '0002_second.sql at position 2'],
    ['missing', [SECOND], '0001_first.sql at position 1'],
    ['in another order', [SECOND, FIRST], '0001_first.sql at position 1'],
  ])('refuse storage with one that is %s', async (what, known, message) => {
    await inStorage(what, (migrate) => {
      migrate(FIRST, SECOND);
      expect(() => migrate(...known)).toThrow(`unknown migration ${message}`);
    });
  });

  it('run again after everything was deleted', async () => {
    const left = await inStorage('clear', async (migrate, storage) => {
      const database = migrate(FIRST, SECOND);
      storage.sql.exec('INSERT INTO first VALUES (1)');
      await storage.deleteAll();
      database.migrate();
      return { tables: tablesOf(storage), rows: readAll(storage, 'first') };
    });
    expect(left).toEqual({ tables: ['first', 'object_migrations', 'second'], rows: [] });
  });
});

describe('an object whose storage a newer version wrote', () => {
  it('fails each call', async () => {
    const stub = env.USER_SESSIONS.getByName('from the future');
    const close = async () => stub.close(['id']);
    const copy = { username: 'ada', role: 'user', status: 'active', authVersion: 1 } as const;
    await stub.apply(copy, true);
    await runInDurableObject(stub, (_, { storage }) => {
      storage.sql.exec(`INSERT INTO object_migrations VALUES (9, '0009_future.sql')`);
    });
    await evictDurableObject(stub);
    await expect(close()).rejects.toThrow('unknown migration 0009_future.sql');
    await expect(close()).rejects.toThrow('unknown migration 0009_future.sql');
  });
});
