import { beforeEach, describe, expect, it } from 'vitest';
import { expireFailedJobs } from '../../../src/worker/domain/publication/expire-jobs.ts';
import { expireUploads } from '../../../src/worker/domain/uploads/sweep-uploads.ts';
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

describe('totals that contradict a row', () => {
  it('block only the expiry of its own upload', async () => {
    await rows.addUpload('bad', 'uploading', 1, { reserved_bytes: 10 });
    await rows.addUpload('good', 'uploading', 2);
    await rows.run('UPDATE site_totals SET storage_reserved = 10');
    expect(await expireUploads(rows.services)).toBe(1);
    expect(rows.rowsThatFailed('expire_uploads')).toEqual(['bad']);
  });

  it('block only the end of its own failed publication', async () => {
    const bad = await rows.addJob('failed', 1);
    await rows.addJob('failed', 2);
    await rows.run(
      `UPDATE users SET storage_reserved = 0
       WHERE id = (SELECT user_id FROM images JOIN publication_jobs j ON j.image_id = images.id WHERE j.id = ?)`,
      bad,
    );
    expect(await expireFailedJobs(rows.services)).toBe(1);
    expect(rows.rowsThatFailed('expire_failed_publications')).toEqual([bad]);
  });
});
