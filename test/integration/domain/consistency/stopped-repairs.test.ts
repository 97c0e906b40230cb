import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkConsistency } from '../../../../src/worker/domain/consistency/check-consistency.ts';
import { HOUR_MS } from '../../../../src/shared/clock.ts';
import type { Repair } from '../../../../src/worker/domain/consistency/finding.ts';
import { repairFinding } from '../../../../src/worker/domain/consistency/repair-finding.ts';
import { sweep } from '../../../../src/worker/jobs/sweep.ts';
import { deliverOutbox } from '../../../../src/worker/jobs/deliver-outbox.ts';
import { findInconsistencies } from '../../../support/consistency.ts';
import { seedPublishedImage, seedUser } from '../../../support/images.ts';
import { unpackStored } from '../../../support/packed-variants.ts';
import { resetState } from '../../../support/reset-state.ts';
import { readRows, runBatch, statement } from '../../../support/sql.ts';
import { listFindings } from '../../../support/states.ts';
import { createTestWorker, type TestWorker } from '../../../support/worker.ts';

const ACTIONS = [
  'recount_file',
  'recount_site',
  'recount_user',
  'recount_user_ranges',
  'release_session',
  'remove_file',
] as const;

let worker: TestWorker;

const fileIdsOf = async (imageId: number): Promise<number[]> => {
  const rows = await readRows<{ id: number }>(
    worker.services.db,
    statement('SELECT image_file_id AS id FROM images WHERE id = ?', imageId),
  );
  return rows.map(({ id }) => id);
};

/** Leaves something to repair for each action. */
const breakState = async (): Promise<void> => {
  const userId = await seedUser(worker);
  const image = await seedPublishedImage(worker, { userId });
  const lost = await seedPublishedImage(worker, { userId });
  // Of the packed form, a file without an image has no keys.
  await unpackStored(worker.env.DB, await fileIdsOf(lost.imageId));
  await runBatch(worker.services.db, [
    statement('UPDATE upload_sessions SET reserved_bytes = 7 WHERE upload_id = ?', image.uploadId),
    statement('UPDATE users SET storage_reserved = 7 WHERE id = ?', userId),
    statement(
      'UPDATE image_files SET size = size + 3 WHERE id = (SELECT image_file_id FROM images WHERE id = ?)',
      image.imageId,
    ),
    statement('DELETE FROM upload_sessions WHERE image_id = ?', lost.imageId),
    statement('DELETE FROM images WHERE id = ?', lost.imageId),
    statement(
      'UPDATE users SET storage_used = storage_used + 5, image_count = 9 WHERE id = ?',
      userId,
    ),
    statement('UPDATE site_totals SET views = views + 2, images = images + 1, users = 0'),
    statement('UPDATE user_counts SET users = users + 1 WHERE level IN (1, 3)'),
  ]);
};

const listRepairs = async (): Promise<Repair[]> => {
  const repairs: Repair[] = [];
  for await (const { repair } of checkConsistency(worker.services)) {
    if (repair !== null) repairs.push(repair);
  }
  return repairs;
};

/** As `fsck --repair` does, beside the check. */
const repairAll = async ({ services }: TestWorker): Promise<void> => {
  for await (const { repair } of checkConsistency(services)) {
    if (repair !== null) await repairFinding(services, repair);
  }
};

beforeEach(async () => {
  await resetState();
  worker = createTestWorker();
});

afterEach(async () => {
  await deliverOutbox(worker.services, 'erase');
  expect(await listFindings(worker)).toEqual([]);
  expect(await findInconsistencies(worker)).toEqual([]);
});

describe('a repair of fsck', () => {
  it.each(ACTIONS)(
    'is completed by the next run if it stops before a write: %s',
    async (action) => {
      for (let stop = 0, isStopped = true; isStopped; stop += 1) {
        await breakState();
        const repair = (await listRepairs()).find((found) => found.action === action);
        if (repair === undefined) throw new Error(`nothing to repair by ${action}`);
        let batches = 0;
        const dying = createTestWorker({
          clock: worker.clock,
          intercept: ({ binding, method }, proceed) => {
            if (binding === 'DB' && method === 'batch' && (batches += 1) > stop)
              throw new Error('stopped');
            return proceed();
          },
        });
        isStopped = await repairFinding(dying.services, repair).then(
          () => false,
          () => true,
        );
        expect(isStopped).toBe(batches > stop);
        await repairAll(worker);
        expect(await listFindings(worker)).toEqual([]);
      }
    },
  );

  it('removes a file of packed variants without an image, and an hour later its objects', async () => {
    const userId = await seedUser(worker);
    const { imageId } = await seedPublishedImage(worker, { userId });
    const kept = await seedPublishedImage(worker, { userId });
    await runBatch(worker.services.db, [
      statement('DELETE FROM upload_sessions WHERE image_id = ?', imageId),
      statement('DELETE FROM images WHERE id = ?', imageId),
    ]);
    await repairAll(worker);
    // Objects have the bucket's own time.
    worker.clock.advance(Date.now() + HOUR_MS - worker.clock.now());
    await sweep(worker.services);
    await repairAll(worker);
    const { objects } = await worker.env.BUCKET.list();
    expect(new Set(objects.map(({ key }) => key.split('/').at(-2)))).toEqual(
      new Set([kept.uniqueLink]),
    );
  });

  it('changes a reservation and what it adds to in one batch', async () => {
    await breakState();
    const released = (await listRepairs()).find(({ action }) => action === 'release_session');
    const lists: string[][] = [];
    const watched = createTestWorker({
      clock: worker.clock,
      intercept: async ({ binding, method }, proceed) => {
        const answer = await proceed();
        if (binding === 'DB' && method === 'batch') lists.push(await listFindings(worker));
        return answer;
      },
    });
    if (released !== undefined) await repairFinding(watched.services, released);
    expect(lists.length).toBeGreaterThan(1);
    expect(lists.flat().filter((found) => /^user .* storage_reserved/u.test(found))).toEqual([]);
    await repairAll(worker);
  });

  it('leaves right counts when two runs repair the same at once', async () => {
    for (let round = 0; round < 4; round += 1) {
      await breakState();
      const other = createTestWorker({ clock: worker.clock });
      await Promise.all([repairAll(worker), repairAll(other)]);
      expect(await listFindings(worker)).toEqual([]);
    }
  });
});
