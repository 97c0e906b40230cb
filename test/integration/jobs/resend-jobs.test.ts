import { beforeEach, describe, expect, it } from 'vitest';
import { resendJobs } from '../../../src/worker/domain/publication/resend-jobs.ts';
import { sweep } from '../../../src/worker/jobs/sweep.ts';
import { seedUser } from '../../support/images.ts';
import { nextImageId } from '../../support/library.ts';
import { holdMessages } from '../../support/publication.ts';
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

describe('the resend of jobs', () => {
  it('sends the messages of the other jobs when the queue refuses one', async () => {
    const bad = await rows.addJob('queued', 1);
    const good = await rows.addJob('queued', 2);
    const sent: number[] = [];
    const send = async ({ jobId }: { jobId: number }): Promise<void> => {
      if (jobId === bad) throw new Error('poisoned');
      sent.push(jobId);
    };
    await sweep({ ...rows.services, publishQueue: { send } });
    expect(sent).toEqual([good]);
    expect(rows.lines).toContainEqual({
      event: 'publication_not_announced',
      job_id: bad,
      reason: 'poisoned',
    });
  });

  it('gives every job its turn behind thousands of jobs, and as many AVIFs, that never end', async () => {
    const userId = await seedUser(worker);
    const from = await nextImageId(worker.services.db);
    await rows.run(
      `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 2999)
       INSERT INTO image_files (id, size, created_at) SELECT ${from} + i, 0, 0 FROM n`,
    );
    await rows.run(
      `INSERT INTO images (id, user_id, image_file_id, unique_link, title, filename, visibility, pipeline_version,
         processing_status, width, height, file_size, created_at, updated_at)
       SELECT id, ?, id, 'link' || id, '', '', 'public', 2, 'pending', 1, 1, 1, 0, 0
       FROM image_files WHERE id >= ${from}`,
      userId,
    );
    await rows.run(
      `INSERT INTO publication_jobs (image_id, upload_id, status, run_after, created_at, updated_at)
       SELECT id, 'upload' || id, 'queued', 0, 0, 0 FROM images WHERE id >= ${from}`,
    );
    // AVIFs that have waited longer; only a few at a time are sent.
    await rows.run(
      `INSERT INTO publication_jobs (image_id, kind, upload_id, status, run_after, created_at, updated_at)
       SELECT id, 'avif', 'upload' || id, 'queued', -1, -1, -1 FROM images WHERE id >= ${from}`,
    );
    const held = holdMessages(worker);
    for (let minute = 0; minute < 2; minute += 1) {
      await resendJobs(held.services);
      worker.clock.advance(60_000);
    }
    expect(new Set(held.sent).size).toBe(3000);
    expect(new Set(held.sentAvif).size).toBe(20);
    expect(held.sentAvif).toHaveLength(20);
  });
});
