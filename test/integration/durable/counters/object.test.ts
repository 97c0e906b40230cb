import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { describe, expect, it, vi } from 'vitest';
import {
  findRefusedViews,
  flushViews,
} from '../../../../src/worker/domain/delivery/flush-views.ts';
import { ViewCountStore } from '../../../../src/worker/durable/counters/view-count-store.ts';
import type { CountBatch } from '../../../../src/worker/durable/counters/logic.ts';
import { COUNTER_MIGRATIONS } from '../../../../src/worker/durable/counters/migrations.ts';
import { ObjectDatabase } from '../../../../src/worker/durable/object-database.ts';
import { seedPublishedImage, type SeededImage } from '../../../support/images.ts';
import { InjectedFault, type Interceptor } from '../../../support/instrument.ts';
import { createTestWorker, type TestWorker } from '../../../support/worker.ts';
import { readRows, statement } from '../../../support/sql.ts';

const VARS = { COUNTER_GATHER_MS: '1', COUNTER_SHARDS: '3' };

/** The main shard comes last: the others forward their views to it. */
const shardsOf = ({ env }: TestWorker) =>
  [1, 2, 0].map((shard) => env.COUNTERS.getByName(`shard-${String(shard)}`));

const flushAll = async (worker: TestWorker): Promise<void> => {
  for (const shard of shardsOf(worker)) await runDurableObjectAlarm(shard);
};

const viewsOf = async ({ services }: TestWorker, images: readonly SeededImage[]) => {
  const rows = await readRows<{ id: number; view_count: number }>(
    services.db,
    statement(
      'SELECT id, view_count FROM images WHERE id IN (SELECT value FROM json_each(?))',
      JSON.stringify(images.map(({ imageId }) => imageId)),
    ),
  );
  return new Map(rows.map(({ id, view_count: views }) => [id, views]));
};

const totalViews = async ({ services }: TestWorker): Promise<number> => {
  const [row] = await readRows<{ views: number }>(
    services.db,
    statement('SELECT views FROM site_totals'),
  );
  return row?.views ?? Number.NaN;
};

/** Reproducible random numbers between 0 and 1 (mulberry32). */
const createLuck = (seed: number) => {
  let state = seed;
  return (share: number): boolean => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296 < share;
  };
};

const openLedger = (storage: DurableObjectStorage): ViewCountStore =>
  new ViewCountStore(new ObjectDatabase(storage, COUNTER_MIGRATIONS));

const batchOf = (isolateId: string, sequence: number, views: CountBatch['views']): CountBatch => ({
  isolateId,
  sequence,
  views,
  requests: [],
});

describe('view counts', () => {
  it('are exact: 10,000 requests, lost flushes and responses, evicted objects', async () => {
    const luck = createLuck(20_261_120);
    let isStormy = true;
    const storm: Interceptor = async (call, proceed) => {
      if (call.binding !== 'COUNTERS' || !isStormy) return proceed();
      if (luck(0.15)) throw new InjectedFault('batch lost');
      const result = await proceed();
      if (luck(0.15)) throw new InjectedFault('confirmation lost');
      return result;
    };
    const isolates = Array.from({ length: 4 }, () =>
      createTestWorker({ vars: VARS, intercept: storm }),
    );
    const [worker] = isolates;
    if (worker === undefined) throw new Error('no isolate');
    const calm = createTestWorker({ vars: VARS });
    const before = await totalViews(calm);
    const images = await Promise.all(Array.from({ length: 20 }, () => seedPublishedImage(calm)));
    const expected = new Map(images.map(({ imageId }) => [imageId, 0]));
    await calm.env.DB.exec(
      `CREATE TRIGGER unlucky_flush BEFORE UPDATE ON images WHEN NEW.view_count <> OLD.view_count AND abs(random()) % 30 = 0 BEGIN SELECT RAISE(ABORT, 'unlucky'); END`,
    );

    for (let sent = 0; sent < 10_000; sent += 1) {
      const image = images[(sent * 7) % images.length];
      const isolate = isolates[sent % isolates.length];
      if (image === undefined || isolate === undefined) throw new Error('out of range');
      const response = await isolate.fetch(`/i/${image.uniqueLink}.webp`);
      await response.arrayBuffer();
      expected.set(image.imageId, (expected.get(image.imageId) ?? 0) + 1);
      if (sent % 1000 !== 999) continue;
      await Promise.all(isolates.map((each) => each.settle()));
      for (const shard of shardsOf(calm)) {
        // Only a running object can be evicted.
        await shard.readTotals();
        if (luck(0.4)) await evictDurableObject(shard);
        if (luck(0.4)) {
          // A flush whose response was lost: committed in the database, unconfirmed in the object.
          await runInDurableObject(shard, async (_, state) => {
            const flush = openLedger(state.storage).beginFlush(Date.now());
            const [views] = flush?.parts ?? [];
            if (flush === null || views === undefined) return;
            const id = state.id.toString();
            const batch = batchOf(id, flush.number, [...views]);
            const target = { shard: id, number: flush.number, views };
            // A stub belongs to the object in which it was made.
            const main = calm.env.COUNTERS.getByName('shard-0');
            const mainId = main.id.toString();
            await (id === mainId
              ? flushViews(calm.services, target).catch(() => undefined)
              : main.add(batch, Date.now(), mainId));
          });
          await evictDurableObject(shard);
        }
        await runDurableObjectAlarm(shard);
      }
    }

    isStormy = false;
    await calm.env.DB.exec('DROP TRIGGER unlucky_flush');
    for (const isolate of isolates) {
      // Views buffered by the last request are sent with the next one.
      await (await isolate.fetch('/health')).arrayBuffer();
      await isolate.settle();
    }
    await flushAll(calm);
    await flushAll(calm);
    expect(await viewsOf(calm, images)).toEqual(expected);
    expect((await totalViews(calm)) - before).toBe(10_000);
  }, 120_000);

  it('that one image rejects delay no others, and arrive once it accepts them', async () => {
    const worker = createTestWorker({ vars: VARS });
    const before = await totalViews(worker);
    const images = await Promise.all(Array.from({ length: 9 }, () => seedPublishedImage(worker)));
    const [bad] = images;
    if (bad === undefined) throw new Error('no image');
    await worker.env.DB.exec(
      `CREATE TRIGGER refused_views BEFORE UPDATE ON images WHEN OLD.id = ${bad.imageId} BEGIN SELECT RAISE(ABORT, 'poisoned'); END`,
    );
    const viewAll = async (): Promise<void> => {
      for (const { uniqueLink } of images) {
        await (await worker.fetch(`/i/${uniqueLink}.webp`)).arrayBuffer();
      }
      await worker.settle();
    };
    const expected = (of: number, others: number) =>
      new Map(images.map(({ imageId }) => [imageId, imageId === bad.imageId ? of : others]));
    const error = vi.spyOn(console, 'error').mockReturnValue();
    for (const round of [1, 2]) {
      await viewAll();
      await flushAll(worker);
      expect(await viewsOf(worker, images)).toEqual(expected(0, round));
    }
    expect(error.mock.calls.flat().join('\n')).toContain(`"images":"${String(bad.imageId)}"`);
    expect((await totalViews(worker)) - before).toBe(16);

    await worker.env.DB.exec('DROP TRIGGER refused_views');
    await flushAll(worker);
    expect(await viewsOf(worker, images)).toEqual(expected(2, 2));
    expect((await totalViews(worker)) - before).toBe(18);
  });

  it('of a flush that commits late, during trials for rejected rows, are added once', async () => {
    const worker = createTestWorker();
    const images = await Promise.all(Array.from({ length: 4 }, () => seedPublishedImage(worker)));
    const views = new Map(images.map(({ imageId }) => [imageId, 1]));
    const flush = { shard: 'late', number: 1, views };
    let calls = 0;
    let commit = async (): Promise<unknown> => undefined;
    const { services } = createTestWorker({
      intercept: async ({ binding }, proceed) => {
        if (binding !== 'DB') return proceed();
        calls += 1;
        if (calls === 1) {
          commit = proceed;
          throw new InjectedFault();
        }
        if (calls === 3) await commit();
        return proceed();
      },
    });
    await expect(flushViews(services, flush)).rejects.toThrow();
    expect(await findRefusedViews(services, flush)).toEqual([]);
    expect(calls).toBe(3);
    await flushViews(services, flush);
    expect(await viewsOf(worker, images)).toEqual(views);
  });

  it.each(['arrives', 'cannot be asked for'])(
    'are rejected by no image when their flush %s after trials that fail otherwise',
    async (end) => {
      const worker = createTestWorker();
      const images = await Promise.all(Array.from({ length: 2 }, () => seedPublishedImage(worker)));
      const views = new Map(images.map(({ imageId }) => [imageId, 1]));
      const flush = { shard: end, number: 1, views };
      let calls = 0;
      let commit = async (): Promise<unknown> => undefined;
      const { services } = createTestWorker({
        intercept: async ({ binding }, proceed) => {
          if (binding !== 'DB') return proceed();
          calls += 1;
          if (calls === 1) commit = proceed;
          // The flush commits between the trials of all views and of one, and the last trial fails like the others.
          if (calls === 4) await commit();
          if (calls === 2 || (calls === 6 && end === 'arrives')) return proceed();
          throw new InjectedFault();
        },
      });
      await expect(flushViews(services, flush)).rejects.toThrow();
      expect(await findRefusedViews(services, flush)).toEqual([]);
      expect(calls).toBe(6);
      await flushViews(worker.services, flush);
      expect(await viewsOf(worker, images)).toEqual(views);
    },
  );

  it('of a flush whose first part has arrived and whose second has not are added once', async () => {
    const worker = createTestWorker();
    const images = [await seedPublishedImage(worker), await seedPublishedImage(worker)];
    const [first = 0, second = 0] = images.map(({ imageId }) => imageId);
    const shard = worker.env.COUNTERS.getByName('parts');
    // More images than one part holds; only two exist: the last of the first part and the next one.
    const others = (from: number) =>
      Array.from({ length: 10_000 }, (_, at) => [from + at, 1] as const);
    await shard.add(batchOf('a', 1, [...others(-10_000), [first, 2], [second, 3]]), Date.now());
    await shard.add(batchOf('a', 2, others(1_000_000_000)), Date.now());
    await worker.env.DB.exec(
      `CREATE TRIGGER refused_part BEFORE INSERT ON view_flushes WHEN NEW.shard LIKE '%/1' BEGIN SELECT RAISE(ABORT, 'down'); END`,
    );
    const error = vi.spyOn(console, 'error').mockReturnValue();
    await runDurableObjectAlarm(shard);
    await worker.env.DB.exec('DROP TRIGGER refused_part');
    expect(error).toHaveBeenCalledOnce();
    expect(await viewsOf(worker, images)).toEqual(
      new Map([
        [first, 2],
        [second, 0],
      ]),
    );
    await evictDurableObject(shard);
    await runDurableObjectAlarm(shard);
    expect(await viewsOf(worker, images)).toEqual(
      new Map([
        [first, 2],
        [second, 3],
      ]),
    );
  });

  it('are lost only from the memory of an isolate that was killed', async () => {
    const survivor = createTestWorker({ vars: VARS });
    const killed = createTestWorker({
      vars: VARS,
      intercept: async ({ binding }, proceed) => {
        if (binding === 'COUNTERS') throw new InjectedFault('killed');
        return proceed();
      },
    });
    const image = await seedPublishedImage(survivor);
    for (const isolate of [survivor, survivor, killed]) {
      await (await isolate.fetch(`/i/${image.uniqueLink}.webp`)).arrayBuffer();
    }
    await survivor.settle();
    await flushAll(survivor);
    expect(await viewsOf(survivor, [image])).toEqual(new Map([[image.imageId, 2]]));
  });

  it.each(['evicted', 'kept'])(
    'of an isolate that was killed arrive from the memory of its object; if that is %s, not the isolate alone is lost',
    async (end) => {
      const worker = createTestWorker();
      const images = [await seedPublishedImage(worker), await seedPublishedImage(worker)];
      const [first = 0, second = 0] = images.map(({ imageId }) => imageId);
      const shard = worker.env.COUNTERS.getByName(`held ${end}`);
      const now = Date.now();
      const [killed, living] = [
        batchOf('killed', 1, [[first, 1]]),
        batchOf('living', 1, [[second, 1]]),
      ];
      expect(await shard.add(batchOf('other', 1, []), now)).toBe(true);
      expect(await shard.add(null, now, undefined, killed)).toBe(false);
      expect(await shard.add(null, now, undefined, living)).toBe(false);
      if (end === 'evicted') await evictDurableObject(shard);
      expect(await shard.add(living, now)).toBe(true);
      expect(await shard.add(living, now)).toBe(true);
      await runDurableObjectAlarm(shard);
      expect(await viewsOf(worker, images)).toEqual(
        new Map([
          [first, end === 'evicted' ? 0 : 1],
          [second, 1],
        ]),
      );
    },
  );

  it('include a whole response, a range from the start and a 304, and nothing else', async () => {
    const worker = createTestWorker({ vars: VARS });
    const image = await seedPublishedImage(worker);
    const link = `/i/${image.uniqueLink}.webp`;
    const ask = async (headers: Record<string, string>, method = 'GET', path = link) => {
      await (await worker.fetch(path, { method, headers })).arrayBuffer();
    };
    // Twice: cold, and then from memory.
    for (let round = 0; round < 2; round += 1) {
      await ask({});
      await ask({ Range: 'bytes=0-1' });
      await ask({ 'If-None-Match': '*' });
      await ask({ Range: 'bytes=1-2' });
      await ask({ Range: 'bytes=999999-' });
      await ask({ 'If-Match': '"other"' });
      await ask({}, 'HEAD');
      await ask({}, 'GET', `/i/${image.uniqueLink}/master.webp`);
    }
    await worker.settle();
    await flushAll(worker);
    expect(await viewsOf(worker, [image])).toEqual(new Map([[image.imageId, 6]]));
  });

  it('leave the update time of an image unchanged', async () => {
    const worker = createTestWorker({ vars: VARS });
    const image = await seedPublishedImage(worker);
    const readUpdatedAt = () =>
      readRows(
        worker.services.db,
        statement('SELECT updated_at FROM images WHERE id = ?', image.imageId),
      );
    const before = await readUpdatedAt();
    worker.clock.advance(5000);
    await (await worker.fetch(`/i/${image.uniqueLink}.webp`)).arrayBuffer();
    await worker.settle();
    await flushAll(worker);
    expect((await viewsOf(worker, [image])).get(image.imageId)).toBe(1);
    expect(await readUpdatedAt()).toEqual(before);
  });

  it('of a deleted image are dropped', async () => {
    const worker = createTestWorker({ vars: VARS });
    const image = await seedPublishedImage(worker);
    const before = await totalViews(worker);
    const flush = { shard: 'test', number: 1 };
    const views = new Map([
      [image.imageId, 2],
      [999_999_999, 5],
    ]);
    await flushViews(worker.services, { ...flush, views });
    expect((await totalViews(worker)) - before).toBe(2);
  });

  it('are added once however often a flush is repeated', async () => {
    const worker = createTestWorker({ vars: VARS });
    const image = await seedPublishedImage(worker);
    const flush = { shard: 'repeated', number: 4, views: new Map([[image.imageId, 3]]) };
    for (let attempt = 0; attempt < 3; attempt += 1) await flushViews(worker.services, flush);
    await flushViews(worker.services, { ...flush, number: 5 });
    expect((await viewsOf(worker, [image])).get(image.imageId)).toBe(6);
  });
});

describe('a counter object', () => {
  it('retries a failed flush in five seconds, whatever has arrived meanwhile', async () => {
    const worker = createTestWorker({ vars: VARS });
    const shard = worker.env.COUNTERS.getByName('failing');
    await shard.add(batchOf('a', 1, [[1, 1]]), 0);
    await worker.env.DB.exec(
      `CREATE TRIGGER refused_total BEFORE UPDATE ON site_totals BEGIN SELECT RAISE(ABORT, 'down'); END`,
    );
    const error = vi.spyOn(console, 'error').mockReturnValue();
    await runDurableObjectAlarm(shard);
    await worker.env.DB.exec('DROP TRIGGER refused_total');
    expect(error).toHaveBeenCalledOnce();
    await shard.add(batchOf('a', 2, [[1, 1]]), 0);
    const dueAt = await runInDurableObject(shard, (_, { storage }) => storage.getAlarm());
    expect(dueAt).toBeLessThanOrEqual(Date.now() + 5000);
  });

  it('needs no second alarm once it is empty', async () => {
    const worker = createTestWorker({ vars: VARS });
    const shard = worker.env.COUNTERS.getByName('alarms');
    await shard.add(batchOf('a', 1, []), 0);
    expect(await runDurableObjectAlarm(shard)).toBe(true);
    expect(await runDurableObjectAlarm(shard)).toBe(false);
  });
});
