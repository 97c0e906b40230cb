import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { selectOwnImages } from '../../../../src/worker/domain/accounting/counts.ts';
import { findOwnRanges } from '../../../../src/worker/domain/accounting/own-ranges.ts';
import { checkAccounts } from '../../../../src/worker/domain/consistency/check-accounts.ts';
import { checkParts } from '../../../../src/worker/domain/consistency/check-parts.ts';
import { checkUserCounts } from '../../../../src/worker/domain/consistency/check-user-counts.ts';
import { checkWork } from '../../../../src/worker/domain/consistency/check-work.ts';
import { repairFinding } from '../../../../src/worker/domain/consistency/repair-finding.ts';
import { deleteImage } from '../../../../src/worker/domain/images/delete-image.ts';
import { seedPublishedImage, seedUser } from '../../../support/images.ts';
import type { BindingCall } from '../../../support/instrument.ts';
import { libraryStatements, nextImageId } from '../../../support/library.ts';
import { resetState } from '../../../support/reset-state.ts';
import { readRows, runBatch, statement } from '../../../support/sql.ts';
import { createTestWorker, type TestWorker } from '../../../support/worker.ts';

const IMAGES = 4000;
/** 500 rows of a range, counted twice by D1, with the four variants of each. */
const MAX_ROWS_READ = 3100;

let worker: TestWorker;

const run = (text: string, ...values: (string | number)[]): Promise<unknown> =>
  runBatch(worker.services.db, [statement(text, ...values)]);

/** A library whose totals are right. */
const seedLibrary = async (userId: number, count = IMAGES): Promise<void> => {
  const from = await nextImageId(worker.services.db);
  await runBatch(worker.services.db, libraryStatements({ userId, count, from }));
  await run(
    `INSERT INTO image_variants (image_file_id, kind, object_key, mime_type, size, sha256, width, height, created_at)
     SELECT i.id, kind.value, 'images/' || i.id || '/' || kind.value || '.webp', 'image/webp', 10, printf('%064d', 0), 1, 1, 0
     FROM images i, json_each('["master", "gallery", "admin", "publish"]') kind WHERE i.user_id = ?`,
    userId,
  );
  await run(
    'UPDATE image_files SET size = 40 WHERE id IN (SELECT image_file_id FROM images WHERE user_id = ?)',
    userId,
  );
  await run(
    'UPDATE users SET image_count = ?, storage_used = 40 * ? WHERE id = ?',
    count,
    count,
    userId,
  );
  await run(
    'UPDATE site_totals SET images = images + ?, storage_used = storage_used + 40 * ?',
    count,
    count,
  );
  await run('UPDATE site_totals SET views = (SELECT sum(view_count) FROM images)');
};

const CHECKS = [checkParts, checkWork, checkAccounts, checkUserCounts] as const;

/** All but the objects: the rows of a library have none. */
const listFound = async ({ services } = worker): Promise<string[]> => {
  const found: string[] = [];
  for (const check of CHECKS) {
    for await (const { subject, problem } of check(services)) found.push(`${subject}: ${problem}`);
  }
  return found;
};

interface Read {
  readonly rowsRead: number;
}

const readsOf = (result: unknown): Read[] =>
  [result].flat().map((answer) => ({
    rowsRead: (answer as { meta?: { rows_read?: number } } | null)?.meta?.rows_read ?? 0,
  }));

beforeEach(async () => {
  await resetState();
  worker = createTestWorker();
});

afterEach(async () => {
  expect(await listFound()).toEqual([]);
});

describe('fsck, range by range,', () => {
  it('reads no more than a range of rows in a statement, whatever it finds', async () => {
    const userId = await seedUser(worker);
    await seedLibrary(userId);
    await run('UPDATE users SET image_count = 1, storage_used = 1 WHERE id = ?', userId);
    await run('UPDATE site_totals SET views = views + 1, sessions = 5, users = 9');
    let most = 0;
    let statements = 0;
    const metered = createTestWorker({
      clock: worker.clock,
      intercept: async ({ binding }: BindingCall, proceed) => {
        const result = await proceed();
        if (binding !== 'DB') return result;
        for (const { rowsRead } of readsOf(result)) {
          statements += 1;
          most = Math.max(most, rowsRead);
        }
        return result;
      },
    });
    expect((await listFound(metered)).toSorted()).toEqual([
      'site: sessions is 5, counted 0',
      'site: users is 9, counted 1',
      expect.stringMatching(/^site: views is/u),
      `user ${userId}: image_count is 1, counted ${IMAGES}`,
      `user ${userId}: storage_used is 1, counted ${40 * IMAGES}`,
    ]);
    await repairFinding(metered.services, { action: 'recount_user', userId });
    await repairFinding(metered.services, { action: 'recount_site' });
    expect(statements).toBeGreaterThan(20);
    expect(most).toBeGreaterThan(400);
    expect(most).toBeLessThanOrEqual(MAX_ROWS_READ);
  });

  it('finds nothing when images, users and views come and go between its statements', async () => {
    const userId = await seedUser(worker);
    await seedLibrary(userId, 1200);
    const doomed = await seedPublishedImage(worker, { userId });
    const { imageId } = await seedPublishedImage(worker, { userId });
    let calls = 0;
    const racing = createTestWorker({
      clock: worker.clock,
      intercept: async ({ binding }, proceed) => {
        const answer = await proceed();
        if (binding !== 'DB') return answer;
        calls += 1;
        if (calls % 7 === 0) await seedUser(worker);
        if (calls % 5 === 0 && calls < 60) await seedPublishedImage(worker, { userId });
        if (calls % 3 === 0) {
          await runBatch(worker.services.db, [
            statement('UPDATE images SET view_count = view_count + 1 WHERE id = ?', imageId),
            statement('UPDATE site_totals SET views = views + 1'),
          ]);
        }
        if (calls === 12) {
          await deleteImage(worker.services, { kind: 'web', userId }, doomed.imageId);
        }
        return answer;
      },
    });
    expect(await listFound(racing)).toEqual([]);
    expect(calls).toBeGreaterThan(20);
  });

  it('finds a wrong total of a user beside uploads to the same library', async () => {
    const userId = await seedUser(worker);
    await seedLibrary(userId, 1200);
    await run('UPDATE users SET storage_used = storage_used + 5 WHERE id = ?', userId);
    let calls = 0;
    const racing = createTestWorker({
      clock: worker.clock,
      intercept: async ({ binding }, proceed) => {
        const answer = await proceed();
        if (binding === 'DB' && (calls += 1) % 4 === 0)
          await seedPublishedImage(worker, { userId });
        return answer;
      },
    });
    const found = await listFound(racing);
    expect(found).toEqual([
      expect.stringMatching(new RegExp(`^user ${userId}: storage_used is`, 'u')),
    ]);
    await repairFinding(worker.services, { action: 'recount_user', userId });
  });

  it('counts the same after a repair that runs twice beside uploads', async () => {
    const userId = await seedUser(worker);
    await seedLibrary(userId, 1200);
    await run('UPDATE users SET image_count = 3, storage_used = 9 WHERE id = ?', userId);
    await run('UPDATE site_totals SET views = 1, published_images = 2');
    let calls = 0;
    const racing = createTestWorker({
      clock: worker.clock,
      intercept: async ({ binding }, proceed) => {
        if (binding === 'DB' && (calls += 1) % 4 === 0)
          await seedPublishedImage(worker, { userId });
        return proceed();
      },
    });
    for (const action of ['recount_site', 'recount_site'] as const) {
      await repairFinding(racing.services, { action: 'recount_user', userId });
      await repairFinding(racing.services, { action });
    }
  });

  it('counts a library that needs more statements than D1 takes in larger ranges', async () => {
    const userId = await seedUser(worker);
    await seedLibrary(userId);
    const { db } = worker.services;
    const all = await findOwnRanges(db, userId, IMAGES);
    for (const max of [1, 2, 3, 5]) {
      const ranges = await findOwnRanges(db, userId, max);
      expect(ranges.length).toBeGreaterThan(1);
      expect(ranges.length).toBeLessThanOrEqual(Math.min(2 * max, all.length));
      const counts = await db.batch({
        images: ranges.map((range) => selectOwnImages({ userId, ...range })),
      });
      const count = counts.images.reduce((sum, { imageCount }) => sum + imageCount, 0);
      expect(count).toBe(IMAGES);
    }
    expect(all.length).toBeGreaterThan(6);
  });

  it('marks a library as large that it counts more than 5,000 images in', async () => {
    const stages = [];
    for (const count of [5000, 5001]) {
      const userId = await seedUser(worker);
      await seedLibrary(userId, count);
      await run('UPDATE users SET image_count = 1, library_stage = 0 WHERE id = ?', userId);
      await repairFinding(worker.services, { action: 'recount_user', userId });
      const rows = await readRows<{ library_stage: number }>(
        worker.services.db,
        statement('SELECT library_stage FROM users WHERE id = ?', userId),
      );
      stages.push(rows);
    }
    expect(stages).toEqual([[{ library_stage: 0 }], [{ library_stage: 1 }]]);
  });

  it('finds user counts that are wrong in one of many ranges, beside registrations', async () => {
    await run(
      `WITH RECURSIVE n (i) AS (SELECT 1000000 UNION ALL SELECT i + 1 FROM n WHERE i < 1003999)
       INSERT INTO users (id, username, email, password_hash, storage_quota, created_at, updated_at)
       SELECT i, 'n' || i, 'n' || i, '', 0, 0, 0 FROM n`,
    );
    await run('UPDATE site_totals SET users = users + 4000, active_users = active_users + 4000');
    await run('UPDATE user_counts SET users = users - 1 WHERE level = 3 AND node = 1001000 >> 11');
    let calls = 0;
    const racing = createTestWorker({
      clock: worker.clock,
      intercept: async ({ binding }, proceed) => {
        const answer = await proceed();
        if (binding === 'DB' && (calls += 1) % 4 === 0) await seedUser(worker);
        return answer;
      },
    });
    expect(await listFound(racing)).toEqual(['user counts of level 3: are not those of the users']);
    await repairFinding(racing.services, { action: 'recount_user_ranges' });
  });
});
