import {
  createExecutionContext,
  createScheduledController,
  waitOnExecutionContext,
} from 'cloudflare:test';
import { beforeEach, describe, expect, it } from 'vitest';
import entry from '../../../src/worker/index.ts';
import { recordRun, selectCronRun } from '../../../src/worker/domain/metrics/cron-runs.ts';
import { sweep } from '../../../src/worker/jobs/sweep.ts';
import { seedProcessingImage, seedUser } from '../../support/images.ts';
import { nextImageId } from '../../support/library.ts';
import { countInto, type Tally } from '../../support/instrument.ts';
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

  it('records each part, and when a failed one last succeeded', async () => {
    let isDown = false;
    const worker = createTestWorker({
      intercept: ({ binding, method }, proceed) => {
        if (binding === 'BUCKET' && method === 'head' && isDown) throw new Error('no bucket');
        return proceed();
      },
    });
    const recorded = async () => {
      const run = await worker.services.directory.run(selectCronRun());
      return { ...run, parts: run?.parts.find(({ part }) => part === 'probe_bucket') };
    };
    const startedAt = worker.clock.now();
    const success = { part: 'probe_bucket', tookMs: 0, isOk: true };
    await sweep(worker.services);
    const first = { startedAt, endedAt: startedAt };
    const parts = { ...success, endedAt: startedAt, succeededAt: startedAt };
    expect(await recorded()).toEqual({ ...first, parts });
    isDown = true;
    worker.clock.advance(60_000);
    const now = worker.clock.now();
    await sweep(worker.services);
    expect(await recorded()).toEqual({
      startedAt: now,
      endedAt: now,
      parts: { ...parts, isOk: false, endedAt: now },
    });
  });

  it('keeps the record of a run that ended later', async () => {
    const worker = createTestWorker();
    await sweep(worker.services);
    const run = await worker.services.directory.run(selectCronRun());
    const earlier = { startedAt: 1, endedAt: worker.clock.now() - 1, parts: [] };
    await recordRun(worker.services, earlier);
    expect(await worker.services.directory.run(selectCronRun())).toEqual(run);
  });

  it('writes one row a run for its record', async () => {
    const worker = createTestWorker();
    await sweep(worker.services);
    const run = { startedAt: 1, endedAt: worker.clock.now(), parts: [] };
    const tally: Tally = { calls: {}, rowsRead: 0, rowsWritten: 0 };
    await recordRun(createTestWorker({ intercept: countInto(tally) }).services, run);
    expect(tally).toMatchObject({ calls: { 'DB.all': 2 }, rowsWritten: 1 });
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
