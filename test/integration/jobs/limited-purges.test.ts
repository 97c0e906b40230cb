import { beforeEach, describe, expect, inject, it } from 'vitest';
import { recordEvent } from '../../../src/worker/domain/outbox/events.ts';
import { deliverOutbox } from '../../../src/worker/jobs/deliver-outbox.ts';
import { sweep } from '../../../src/worker/jobs/sweep.ts';
import type { PurgeBehaviour } from '../../support/purge-server.ts';
import { addPurges, pendingEvents as pending, purgeServer, zoneAt } from '../../support/purges.ts';
import { runBatch, statement } from '../../support/sql.ts';
import { createTestWorker } from '../../support/worker.ts';

const SERVER = `${inject('purgeServerUrl')}/limited`;
const ZONE = zoneAt(SERVER);
const { program, received } = purgeServer(SERVER);

beforeEach(async () => {
  await program();
  await runBatch(createTestWorker().services.db, [statement('DELETE FROM outbox_events')]);
});

describe('purges with a rate limit', () => {
  it.each<[PurgeBehaviour, PurgeBehaviour]>([
    ['fail', 'limit'],
    ['limit', 'fail'],
    ['limit', 'break'],
  ])('wait as a 429 says if two calls at once end so: %s, %s', async (...behaviours) => {
    const worker = createTestWorker({ vars: { ...ZONE, PURGE_BATCH_URLS: '2' } });
    await addPurges(worker, ['/i/a.webp', '/i/b.webp'], ['/i/c.webp', '/i/d.webp'], ['/i/e.webp']);
    await program(...behaviours);
    await deliverOutbox(worker.services, 'purge');
    expect(await received()).toHaveLength(2);
    const until = worker.clock.now() + 300_000;
    expect(await pending(worker)).toMatchObject(
      [1, 2, 3].map(() => ({ attempts: 0, available_at: until })),
    );
  });

  it('all wait as long as a 429 says, including those not yet tried', async () => {
    const worker = createTestWorker({ vars: { ...ZONE, PURGE_BATCH_URLS: '1' } });
    await addPurges(worker, ['/i/a.webp'], ['/i/b.webp'], ['/i/c.webp']);
    await program('limit');
    await deliverOutbox(worker.services, 'purge');
    expect(await received()).toHaveLength(1);
    worker.clock.advance(299_000);
    await deliverOutbox(worker.services, 'purge');
    expect(await received()).toHaveLength(1);
    worker.clock.advance(1_000);
    await deliverOutbox(worker.services, 'purge');
    expect(await received()).toHaveLength(4);
    expect(await pending(worker)).toEqual([]);
  });

  it('all wait also if they are more than a statement may change', async () => {
    const worker = createTestWorker({ vars: { ...ZONE, PURGE_BATCH_URLS: '1' } });
    await runBatch(worker.services.db, [
      statement(`INSERT INTO outbox_events (kind, payload, available_at, created_at)
        WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 10100)
        SELECT 'purge', json_object('paths', json_array('/i/' || n || '.webp')), n, n FROM numbers`),
    ]);
    await program('limit');
    await deliverOutbox(worker.services, 'purge');
    const [due] = await runBatch(worker.services.db, [
      statement('SELECT count(*) AS n, count(DISTINCT available_at) AS times FROM outbox_events'),
    ]);
    expect(due).toEqual([{ n: 10_100, times: 1 }]);
  });

  it('wait in their run while a 429 asks for a short pause, and repeat only the refused call', async () => {
    const worker = createTestWorker({ vars: { ...ZONE, PURGE_BATCH_URLS: '2' } });
    await addPurges(worker, ['/i/a.webp', '/i/b.webp'], ['/i/c.webp', '/i/d.webp'], ['/i/e.webp']);
    await program('limit_briefly', 'confirm', 'limit_briefly');
    const start = worker.clock.now();
    await deliverOutbox(worker.services, 'purge');
    expect(worker.clock.now()).toBe(start + 2000);
    expect(await received()).toHaveLength(5);
    expect(await pending(worker)).toEqual([]);
  });

  it('that always get a 429 end their run long before its lease, whatever pause it asks for', async () => {
    const worker = createTestWorker({ vars: ZONE });
    await addPurges(worker, ['/i/a.webp']);
    await program(...Array.from({ length: 200 }, () => 'limit_immediately' as const));
    const start = worker.clock.now();
    await deliverOutbox(worker.services, 'purge');
    const leaseMs = worker.services.config.OUTBOX_LEASE_MS;
    expect(worker.clock.now()).toBeLessThanOrEqual(start + leaseMs / 2);
    expect(await pending(worker)).toMatchObject([{ attempts: 0, last_error: 'rate limited' }]);
  });

  it('that wait in the cron keep no other part of it waiting', async () => {
    const erasedAt: number[] = [];
    const worker = createTestWorker({
      vars: ZONE,
      intercept: async ({ binding, method }, proceed) => {
        if (binding === 'BUCKET' && method === 'delete') erasedAt.push(worker.clock.now());
        return proceed();
      },
    });
    const start = worker.clock.now();
    await addPurges(worker, ['/i/a.webp']);
    await runBatch(worker.services.db, [recordEvent('erase', { keys: ['doomed'] }, start)]);
    await program('limit_briefly');
    await sweep(worker.services);
    expect(await pending(worker)).toEqual([]);
    expect(worker.clock.now()).toBe(start + 1000);
    expect(erasedAt).toEqual([start]);
  });

  it('are done at last by a target that takes one call at once and asks for long pauses', async () => {
    const worker = createTestWorker({ vars: { ...ZONE, PURGE_BATCH_URLS: '2' } });
    await addPurges(worker, ['/i/a.webp', '/i/b.webp'], ['/i/c.webp', '/i/d.webp']);
    await program('confirm', 'limit');
    await deliverOutbox(worker.services, 'purge');
    expect(await pending(worker)).toMatchObject([{ attempts: 0 }]);
    worker.clock.advance(300_000);
    await deliverOutbox(worker.services, 'purge');
    expect(await received()).toHaveLength(3);
    expect(await pending(worker)).toEqual([]);
  });

  it('are sent in calls of full size again after any number of 429 responses', async () => {
    const worker = createTestWorker({ vars: ZONE });
    await addPurges(worker, ['/i/a.webp'], ['/i/b.webp'], ['/i/c.webp'], ['/i/d.webp']);
    await program('limit', 'limit', 'limit', 'limit', 'limit', 'limit', 'limit', 'limit');
    for (let call = 0; call < 8; call += 1) {
      await deliverOutbox(worker.services, 'purge');
      const [event] = await pending(worker);
      expect(event).toMatchObject({ attempts: 0, last_error: 'rate limited' });
      worker.clock.advance(300_000);
    }
    await deliverOutbox(worker.services, 'purge');
    const sizes = (await received()).map(
      ({ body }) => (JSON.parse(body) as { files: string[] }).files.length,
    );
    expect(sizes).toEqual(Array.from({ length: 9 }, () => 4));
    expect(await pending(worker)).toEqual([]);
  });

  it('wait an hour at most, however long a 429 says', async () => {
    const worker = createTestWorker({ vars: ZONE });
    await addPurges(worker, ['/i/a.webp']);
    await program('limit_forever');
    await deliverOutbox(worker.services, 'purge');
    worker.clock.advance(3_599_000);
    await deliverOutbox(worker.services, 'purge');
    expect(await received()).toHaveLength(1);
    worker.clock.advance(1_000);
    await deliverOutbox(worker.services, 'purge');
    expect(await pending(worker)).toEqual([]);
  });
});
