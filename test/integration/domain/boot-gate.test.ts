import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it } from 'vitest';
import { expectedHistory } from '../../../src/worker/db/history.ts';
import { MIGRATIONS } from '../../../src/worker/db/migrations.ts';
import { BootGate } from '../../../src/worker/domain/boot-gate.ts';
import { countInto, callsAt, InjectedFault, type Interceptor } from '../../support/instrument.ts';
import { createTestWorker, type TestWorker } from '../../support/worker.ts';

const { DB } = env;
const API = '/api/v1/openapi.json';
const LAST = MIGRATIONS.length;

const repair = async (): Promise<void> => {
  const insert = DB.prepare(
    'INSERT INTO schema_history (position, name, sha256, applied_at) VALUES (?, ?, ?, 0)',
  );
  const entries = await expectedHistory(MIGRATIONS);
  await DB.batch([
    DB.prepare('DELETE FROM schema_history'),
    ...entries.map(({ position, name, sha256 }) => insert.bind(position, name, sha256)),
  ]);
};

const expectRefusal = async (worker: TestWorker, message: RegExp): Promise<void> => {
  for (const path of [API, '/ready']) {
    const response = await worker.fetch(path);
    expect(response.status).toBe(503);
    expect(response.headers.get('Retry-After')).toMatch(/^\d+$/u);
    expect(await response.json()).toMatchObject({
      code: 1001,
      message: expect.stringMatching(message),
    });
  }
  expect((await worker.fetch('/health')).status).toBe(200);
};

describe('the boot gate', () => {
  afterEach(repair);

  it.each<[string, string, RegExp]>([
    [
      'unknown',
      `INSERT INTO schema_history VALUES (${String(LAST + 1)}, '9999_later.sql', 'x', 0)`,
      /unknown migration 9999_later\.sql/u,
    ],
    ['missing', 'DELETE FROM schema_history WHERE position = 2', /missing migration 0002_/u],
    [
      'reordered',
      `UPDATE schema_history SET position = CASE position WHEN 1 THEN -2 ELSE -1 END WHERE position IN (1, 2);
       UPDATE schema_history SET position = -position WHERE position < 0`,
      /reordered migration 000/u,
    ],
    [
      'modified',
      "UPDATE schema_history SET sha256 = 'x' WHERE position = 3",
      /modified migration 0003_/u,
    ],
    [
      'unapplied',
      `DELETE FROM schema_history WHERE position = ${String(LAST)}`,
      /unapplied migration/u,
    ],
    ['wholly unapplied', 'DELETE FROM schema_history', /unapplied migration 0001_/u],
  ])(
    'refuses a database with an %s migration, and opens once it is repaired',
    async (_fault, damage, message) => {
      const worker = createTestWorker();
      await DB.batch(damage.split(';').map((text) => DB.prepare(text)));
      await expectRefusal(worker, message);
      await repair();
      expect((await worker.fetch(API)).status).toBe(200);
    },
  );

  it('refuses a database without a migration history', async () => {
    const worker = createTestWorker();
    await DB.prepare('ALTER TABLE schema_history RENAME TO schema_history_away').run();
    await expectRefusal(worker, /^Database error$/u);
    await DB.prepare('ALTER TABLE schema_history_away RENAME TO schema_history').run();
    expect((await worker.fetch(API)).status).toBe(200);
  });

  it('refuses a database by the name of an open task that a migration needs, until it is done', async () => {
    const { services } = createTestWorker();
    const pass = (needed: Record<string, string[]>) =>
      new BootGate(MIGRATIONS, needed).pass(services.directory, services.cache);
    const setDone = (doneAt: number | null) =>
      DB.prepare("UPDATE tasks SET done_at = ? WHERE name = 'slim_images'").bind(doneAt).run();
    const needed = { '9999_drop_texts.sql': ['pack_variants', 'slim_images'] };
    await DB.exec('UPDATE tasks SET done_at = 0');
    await setDone(null);
    await expect(pass(needed)).rejects.toThrow(
      'Database schema refused: task slim_images is not done',
    );
    await pass({ '9999_drop_rows.sql': ['pack_variants'] });
    await setDone(0);
    await pass(needed);
  });

  it('checks the database and the cache once, and never again after it has opened', async () => {
    const tally = { calls: {}, rowsRead: 0, rowsWritten: 0 };
    const worker = createTestWorker({ intercept: countInto(tally) });
    for (let request = 0; request < 3; request += 1) await worker.fetch(API);
    expect([callsAt(tally, 'DB'), callsAt(tally, 'CACHE')]).toEqual([1, 1]);
  });

  it('checks again for every /ready, and keeps serving the API while /ready fails', async () => {
    let broken = false;
    const intercept: Interceptor = async ({ binding }, proceed) => {
      if (broken && binding === 'CACHE') throw new InjectedFault('unreachable');
      return proceed();
    };
    const worker = createTestWorker({ intercept });
    expect((await worker.fetch('/ready')).status).toBe(200);
    broken = true;
    expect((await worker.fetch('/ready')).status).toBe(503);
    expect((await worker.fetch(API)).status).toBe(200);
    broken = false;
    expect((await worker.fetch('/ready')).status).toBe(200);
  });
});
