import { beforeEach, describe, expect, it } from 'vitest';
import { eraseAccounts } from '../../../src/worker/domain/accounts/erase-account.ts';
import { seedPublishedImage } from '../../support/images.ts';
import { resetState } from '../../support/reset-state.ts';
import { createTestWorker, type TestWorker } from '../../support/worker.ts';
import { createSweepRows, type SweepRows } from '../../support/sweep-rows.ts';

let worker: TestWorker;
let rows: SweepRows;

beforeEach(async () => {
  await resetState();
  worker = createTestWorker();
  rows = createSweepRows(worker);
});

describe('erasing an account', () => {
  it('keeps only the image that fails, and delays no other account', async () => {
    const userId = await rows.addAccount('deleting', 1);
    const images = [];
    for (let image = 0; image < 5; image += 1) {
      images.push(await seedPublishedImage(worker, { userId }));
    }
    const other = await rows.addAccount('deleting', 2);
    const bad = images[2]?.imageId ?? 0;
    await rows.poison('DELETE', 'images', 'id', [bad]);
    expect(await eraseAccounts(rows.services)).toBe(1);
    expect(rows.rowsThatFailed('erase_images')).toEqual([bad]);
    expect(rows.rowsThatFailed('erase_accounts')).toEqual([userId]);
    expect(await rows.count('SELECT count(*) AS n FROM images')).toBe(1);
    expect(await rows.count('SELECT count(*) AS n FROM users WHERE id = ?', other)).toBe(0);
    expect(await rows.count('SELECT image_count AS n FROM users WHERE id = ?', userId)).toBe(1);

    await worker.env.DB.exec('DROP TRIGGER poisoned_images_DELETE');
    expect(await eraseAccounts(rows.services)).toBe(1);
    expect(await rows.count('SELECT count(*) AS n FROM users WHERE id = ?', userId)).toBe(0);
  });
});
