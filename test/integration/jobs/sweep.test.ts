import {
  createExecutionContext,
  createScheduledController,
  waitOnExecutionContext,
} from 'cloudflare:test';
import { beforeEach, describe, expect, it } from 'vitest';
import entry from '../../../src/worker/index.ts';
import { sweep } from '../../../src/worker/jobs/sweep.ts';
import { seedProcessingImage, seedUser } from '../../support/images.ts';
import { nextImageId } from '../../support/library.ts';
import { holdMessages, readState } from '../../support/publication.ts';
import { resetState } from '../../support/reset-state.ts';
import { createTestWorker, type TestWorker } from '../../support/worker.ts';

const run = (worker: TestWorker, text: string) => worker.env.DB.prepare(text).run();

beforeEach(resetState);

describe('the sweep', () => {
  it('finishes a job whose message was lost, through the cron and the queue', async () => {
    const worker = createTestWorker();
    worker.clock.advance(-120_000);
    const seeded = await seedProcessingImage(worker);
    const ctx = createExecutionContext();
    await entry.scheduled(createScheduledController(), worker.env, ctx);
    await waitOnExecutionContext(ctx);
    await expect.poll(async () => (await readState(worker, seeded)).session).toBe('completed');
  });

  it('continues with its other parts when one fails', async () => {
    const worker = createTestWorker();
    const userId = await seedUser(worker);
    await seedProcessingImage(worker, { userId });
    await run(
      worker,
      `INSERT INTO user_sessions (session_id, user_id, kind, created_at, expires_at)
       VALUES ('expired', ${userId}, 'web', 0, 1)`,
    );
    worker.clock.advance(120_000);
    let refused = 0;
    await sweep({
      ...worker.services,
      publishQueue: {
        send: async () => {
          refused += 1;
          throw new Error('the queue is out of reach');
        },
      },
    });
    expect(refused).toBe(1);
    const left = await worker.env.DB.prepare('SELECT count(*) AS n FROM user_sessions').first('n');
    expect(left).toBe(0);
  });

  it('sends at most two thousand messages a run, each job once', async () => {
    const worker = createTestWorker();
    await run(worker, "UPDATE publication_jobs SET status = 'done'");
    const userId = await seedUser(worker);
    const from = await nextImageId(worker.services.db);
    await run(
      worker,
      `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 2499)
       INSERT INTO image_files (id, size, created_at) SELECT ${from} + i, 0, 0 FROM n`,
    );
    await run(
      worker,
      `INSERT INTO images (id, user_id, image_file_id, unique_link, title, filename, visibility, pipeline_version,
         processing_status, width, height, file_size, created_at, updated_at)
       SELECT id, ${userId}, id, 'link' || id, '', '', 'public', 2, 'pending', 1, 1, 1, 0, 0
       FROM image_files WHERE id >= ${from}`,
    );
    await run(
      worker,
      `INSERT INTO publication_jobs (image_id, upload_id, status, run_after, created_at, updated_at)
       SELECT id, 'upload' || id, 'queued', 0, 0, 0 FROM images WHERE id >= ${from}`,
    );
    const { services, sent } = holdMessages(worker);
    await sweep(services);
    expect(sent).toHaveLength(2000);
    await sweep(services);
    expect(sent).toHaveLength(2500);
    expect(new Set(sent).size).toBe(2500);
  });
});
