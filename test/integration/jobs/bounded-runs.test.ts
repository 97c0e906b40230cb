import { expect, it } from 'vitest';
import { eraseAccounts } from '../../../src/worker/domain/accounts/erase-account.ts';
import { eraseTrashed } from '../../../src/worker/domain/erasure/erase-trashed.ts';
import { sweepTrash } from '../../../src/worker/domain/trash/sweep-trash.ts';
import { callsAt, countInto, type Interceptor, type Tally } from '../../support/instrument.ts';
import { libraryStatements, nextImageId } from '../../support/library.ts';
import { resetState } from '../../support/reset-state.ts';
import { readRows, runBatch, statement } from '../../support/sql.ts';
import { createTestWorker, type TestWorker } from '../../support/worker.ts';

const setUp = async () => {
  await resetState();
  const plain = createTestWorker();
  const tally: Tally = { calls: {}, rowsRead: 0, rowsWritten: 0 };
  const worker = createTestWorker({ clock: plain.clock, intercept: countInto(tally) });
  return { plain, tally, worker };
};

const addUsers = ({ services }: TestWorker, count: number) =>
  runBatch(services.db, [
    statement(`INSERT INTO users (id, username, email, password_hash, storage_quota, created_at, updated_at)
      WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})
      SELECT n, 'u' || n, 'u' || n || '@example.com', '', 1, 0, 0 FROM numbers`),
    statement(`UPDATE site_totals SET users = ${count}, active_users = ${count}`),
  ]);

/** One due image of each user. */
const fillTrash = async (worker: TestWorker, owners: number) => {
  await addUsers(worker, owners);
  await runBatch(worker.services.db, [
    statement('INSERT INTO image_files (id, size, created_at) SELECT id, 0, 0 FROM users'),
    statement(`INSERT INTO trashed_images (id, user_id, image_file_id, unique_link, pipeline_version, trashed_at,
        erase_due_at, image, image_tokens, share_links)
      SELECT id, id, id, 'link' || id, 2, 0, 1, '{}', '[]', '[]' FROM users`),
    statement('UPDATE users SET trashed_count = 1'),
    statement(`UPDATE site_totals SET trashed_images = ${owners}`),
  ]);
};

it('the trash of 1,000 owners takes a call of D1 for a hundred of them', async () => {
  const { plain, tally, worker } = await setUp();
  const { db } = plain.services;
  await fillTrash(plain, 1000);
  expect(await sweepTrash(worker.services)).toBe(1000);
  expect(callsAt(tally, 'DB')).toBe(21);
  expect(await readRows(db, statement('SELECT id FROM trashed_images'))).toEqual([]);
  expect(await readRows(db, statement('SELECT DISTINCT trashed_count FROM users'))).toEqual([
    { trashed_count: 0 },
  ]);
});

it('the trash of other owners goes in a run beside which one of them has emptied theirs', async () => {
  const { plain } = await setUp();
  const { db } = plain.services;
  await fillTrash(plain, 5);
  let isEmptied = false;
  const empty: Interceptor = async ({ method }, proceed) => {
    if (method === 'batch' && !isEmptied) {
      isEmptied = true;
      await eraseTrashed(db, { userId: 4, rows: [{ id: 4, imageFileId: 4 }], now: 1 });
    }
    return proceed();
  };
  expect(await sweepTrash(createTestWorker({ intercept: empty }).services)).toBe(4);
  expect(isEmptied).toBe(true);
  expect(await readRows(db, statement('SELECT id FROM trashed_images'))).toEqual([]);
  expect(await readRows(db, statement('SELECT trashed_images AS n FROM site_totals'))).toEqual([
    { n: 0 },
  ]);
});

/** Each user's account is due; those of lower ids for longer. */
const fillAccounts = async (worker: TestWorker, libraries: readonly number[]) => {
  const { db } = worker.services;
  await addUsers(worker, libraries.length);
  for (const [index, count] of libraries.entries()) {
    const from = await nextImageId(db);
    const userId = index + 1;
    await runBatch(db, [
      ...libraryStatements({ userId, count, from, prefix: `L${userId}` }),
      statement('UPDATE users SET image_count = ? WHERE id = ?', count, userId),
    ]);
  }
  await runBatch(db, [
    statement("UPDATE users SET status = 'deleting', deletion_due_at = id"),
    statement(`UPDATE site_totals SET active_users = 0, images = (SELECT count(*) FROM images),
      views = (SELECT sum(view_count) FROM images)`),
  ]);
};

it('a small account does not wait for a large one that is due for longer', async () => {
  const { plain } = await setUp();
  await fillAccounts(plain, [3200, 5]);
  await eraseAccounts(plain.services);
  expect(await readRows(plain.services.db, statement('SELECT id, image_count FROM users'))).toEqual(
    [{ id: 1, image_count: 200 + 5 }],
  );
  await eraseAccounts(plain.services);
  expect(await readRows(plain.services.db, statement('SELECT id FROM users'))).toEqual([]);
});

it('twenty accounts with large libraries are erased in several runs, a bounded number of images each', async () => {
  const { plain, tally, worker } = await setUp();
  const { db } = plain.services;
  await fillAccounts(
    plain,
    Array.from({ length: 20 }, () => 200),
  );
  const countLeft = async () =>
    (await readRows(db, statement('SELECT id FROM images'))).length / 200;
  const runs: number[] = [];
  for (; (await readRows(db, statement('SELECT id FROM users'))).length > 0;) {
    const before = callsAt(tally, 'DB');
    await eraseAccounts(worker.services);
    expect(callsAt(tally, 'DB') - before).toBeLessThanOrEqual(250);
    runs.push(await countLeft());
  }
  expect(runs).toEqual([5, 0]);
});
