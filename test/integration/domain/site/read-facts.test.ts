import { beforeEach, describe, expect, it } from 'vitest';
import { publishSiteFacts } from '../../../../src/worker/domain/site/read-facts.ts';
import { sweep } from '../../../../src/worker/jobs/sweep.ts';
import { countInto, type Tally } from '../../../support/instrument.ts';
import { CONFIG, readFacts, STATS } from '../../../support/public-facts.ts';
import {
  createTestWorker,
  settleWorkers,
  TestClock,
  type TestWorker,
} from '../../../support/worker.ts';

beforeEach(async () => {
  await settleWorkers();
  await createTestWorker().services.siteFacts.invalidate();
});

describe('the public facts', () => {
  it('cost no read of the database once the cron has run, and no request writes to KV', async () => {
    const tally: Tally = { calls: {}, rowsRead: 0, rowsWritten: 0 };
    const clock = new TestClock();
    const create = async (): Promise<TestWorker> => {
      const worker = createTestWorker({ clock, intercept: countInto(tally) });
      await worker.fetch('/ready');
      Object.keys(tally.calls).forEach((name) => delete tally.calls[name]);
      return worker;
    };
    const flood = async (worker: TestWorker): Promise<void> => {
      const paths = Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? CONFIG : STATS));
      await Promise.all(paths.map((path) => readFacts(worker, path)));
      await worker.settle();
    };
    const first = await create();
    await flood(first);
    expect(tally.calls).toEqual({ 'DB.batch': 1, 'CACHE.get': 1 });
    await publishSiteFacts(createTestWorker({ clock }).services);
    clock.advance(29_999);
    await flood(first);
    expect(tally.calls).toEqual({ 'DB.batch': 1, 'CACHE.get': 1 });
    const second = await create();
    await flood(second);
    expect(tally.calls).toEqual({ 'CACHE.get': 1 });
    clock.advance(1);
    await flood(first);
    expect(tally.calls).toEqual({ 'CACHE.get': 2 });
    clock.advance(29_999);
    await flood(second);
    expect(tally.calls).toEqual({ 'CACHE.get': 3 });
  });

  it('are published by the cron in one batch of the database and one write to KV', async () => {
    const tally: Tally = { calls: {}, rowsRead: 0, rowsWritten: 0 };
    const worker = createTestWorker({ intercept: countInto(tally) });
    await publishSiteFacts(worker.services);
    expect(tally).toMatchObject({ calls: { 'DB.batch': 1, 'CACHE.put': 1 }, rowsWritten: 0 });
    expect(tally.rowsRead).toBeLessThan(10);
  });

  it('are the published ones after the sweep, in every isolate', async () => {
    const worker = createTestWorker();
    await worker.env.DB.prepare('UPDATE site_totals SET views = views + 1').run();
    const views = await worker.env.DB.prepare('SELECT views FROM site_totals').first('views');
    await sweep(worker.services);
    await worker.env.DB.prepare('UPDATE site_totals SET views = views + 5').run();
    const other = createTestWorker({ clock: worker.clock });
    expect(await readFacts(other, STATS)).toMatchObject({ views });
  });
});
