import { runInDurableObject } from 'cloudflare:test';
import { describe, expect, it } from 'vitest';
import { ViewCountStore } from '../../../../src/worker/durable/counters/view-count-store.ts';
import { ISOLATE_MEMORY_MS } from '../../../../src/worker/durable/counters/ledger.ts';
import type { CountBatch } from '../../../../src/worker/durable/counters/logic.ts';
import { COUNTER_MIGRATIONS } from '../../../../src/worker/durable/counters/migrations.ts';
import { ObjectDatabase } from '../../../../src/worker/durable/object-database.ts';
import { OPAQUE_ID_LENGTH } from '../../../../src/shared/ids.ts';
import { countWrites } from '../../../support/count-writes.ts';
import { createTestWorker } from '../../../support/worker.ts';

const openLedger = (storage: DurableObjectStorage): ViewCountStore =>
  new ViewCountStore(new ObjectDatabase(storage, COUNTER_MIGRATIONS));

/** A store with room for four isolates and some batches. */
const SMALL = { isolates: 4, waiting: 400, held: 20 };

const batchOf = (isolateId: string, sequence: number, views: CountBatch['views']): CountBatch => ({
  isolateId,
  sequence,
  views,
  requests: [],
});

describe('a view-count store', () => {
  const inLedger = <Value>(
    name: string,
    run: (ledger: ViewCountStore, storage: DurableObjectStorage) => Value,
  ): Promise<Value> =>
    runInDurableObject(createTestWorker().env.COUNTERS.getByName(name), (_, state) =>
      run(openLedger(state.storage), state.storage),
    );

  it('accepts a batch once, and the next only under a higher number', async () => {
    const taken = await inLedger('sequences', (ledger) => [
      ledger.add(batchOf('a', 1, [[1, 1]]), 0),
      ledger.add(batchOf('a', 1, [[1, 1]]), 0),
      ledger.add(batchOf('a', 2, [[1, 1]]), 0),
      ledger.add(batchOf('b', 1, [[1, 1]]), 0),
      ledger.add(batchOf('a', 1, [[1, 1]]), 0),
    ]);
    expect(taken).toEqual([true, false, true, true, false]);
  });

  it('repeats an unfinished flush with the same number and contents', async () => {
    const flushes = await inLedger('flushes', (ledger) => {
      ledger.add(batchOf('a', 1, [[1, 2]]), 0);
      const first = ledger.beginFlush(0);
      ledger.add(batchOf('a', 2, [[1, 5]]), 0);
      const again = ledger.beginFlush(0);
      ledger.finishFlush(0);
      return [first, again, ledger.beginFlush(0)];
    });
    expect(flushes).toEqual([
      { number: 1, parts: [new Map([[1, 2]])] },
      { number: 1, parts: [new Map([[1, 2]])] },
      { number: 2, parts: [new Map([[1, 5]])] },
    ]);
  });

  it('divides a flush too large for one transaction, and images stay in their parts', async () => {
    const { begun, again } = await inLedger('large', (ledger) => {
      for (let sequence = 1; sequence <= 4; sequence += 1) {
        // Even ids alone, which leave no part empty.
        const first = 1_000_000 + 50_000 * sequence;
        const views = Array.from({ length: 26_000 }, (_, index) => [first + 2 * index, 1] as const);
        ledger.add(batchOf('a', sequence, views), 0);
      }
      const begun = ledger.beginFlush(0);
      ledger.defer(new Set([1_060_000, 1_200_002]));
      return { begun, again: ledger.beginFlush(0) };
    });
    expect(begun?.parts.map(({ size }) => size)).toEqual([
      16_834, 16_834, 16_834, 16_834, 16_834, 16_830,
    ]);
    expect(begun?.parts[1]?.get(1_100_000)).toBe(2);
    expect(again?.parts.map(({ size }) => size)).toEqual([
      16_833, 16_834, 16_834, 16_834, 16_833, 16_830,
    ]);
    for (const [part, views] of (again?.parts ?? []).entries()) {
      expect([...views.keys()].every((imageId) => begun?.parts[part]?.has(imageId))).toBe(true);
    }
  });

  it('sends a repeated flush to its first target, and the next one to the main shard', async () => {
    const mains = await inLedger('mains', (ledger) => {
      ledger.add(batchOf('a', 1, [[1, 1]]), 0);
      ledger.beginFlush(0);
      ledger.main = 'other';
      const whileOpen = ledger.main;
      ledger.finishFlush(0);
      ledger.main = 'other';
      return [whileOpen, ledger.main];
    });
    expect(mains).toEqual([null, 'other']);
  });

  it('writes one row per batch and a few per flush, whatever the batches contain', async () => {
    const rows = await inLedger('rows', (_, storage) => {
      const written = { rows: 0 };
      const ledger = openLedger(countWrites(storage, written));
      const count = (work: () => unknown): number => {
        const before = written.rows;
        work();
        return written.rows - before;
      };
      const requests = [{ route: 'GET /a', status: 200, count: 1 }];
      // Some isolates are new, others known, and later flushes reuse the rows of earlier ones.
      const addAll = (sequence: number): number[] =>
        Array.from({ length: 20 }, (__, isolate) => {
          const views = [
            [isolate, 1],
            [1000, 1],
            [1001, 1],
          ] as const;
          const batch = {
            ...batchOf(`${isolate}-${isolate % 2 && sequence}`, sequence, views),
            requests,
          };
          return count(() => ledger.add(batch, sequence));
        });
      return [1, 2, 3, 4].map((sequence) => ({
        batches: new Set([...addAll(2 * sequence), ...addAll(2 * sequence + 1)]),
        flush: count(() => ledger.beginFlush(sequence)) + count(() => ledger.finishFlush(sequence)),
      }));
    });
    expect(rows).toEqual(Array.from({ length: 4 }, () => ({ batches: new Set([1]), flush: 2 })));
  });

  const flushViewsOf = (ledger: ViewCountStore): unknown[] => {
    const views = ledger.beginFlush(0)?.parts.flatMap((part) => [...part]) ?? [];
    ledger.finishFlush(0);
    return views;
  };

  it('holds the batches of a busy time in memory, and stores all in one row when one comes again', async () => {
    const { held, rows, again, views } = await inLedger('held', (_, storage) => {
      const written = { rows: 0 };
      const ledger = openLedger(countWrites(storage, written));
      ledger.add(batchOf('a', 1, [[1, 1]]), 0);
      const before = written.rows;
      const held = ['b', 'c', 'd'].map((isolate) =>
        ledger.hold(batchOf(isolate, 1, [[2, 1]]), 1000),
      );
      const whileHeld = written.rows - before;
      const again = [
        ledger.add(batchOf('c', 1, [[2, 1]]), 2000),
        ledger.add(batchOf('b', 1, [[2, 1]]), 2000),
        ledger.hold(batchOf('d', 1, [[2, 1]]), 2000),
        openLedger(storage).add(batchOf('d', 1, [[2, 1]]), 2000),
      ];
      const rows = [whileHeld, written.rows - before];
      return { held, rows, again, views: flushViewsOf(openLedger(storage)) };
    });
    expect(held).toEqual([false, false, false]);
    expect(rows).toEqual([0, 1]);
    expect(again).toEqual([true, false, true, false]);
    expect(views).toEqual([
      [1, 1],
      [2, 3],
    ]);
  });

  it('counts a batch once that comes again after a restart has lost it, however often', async () => {
    const views = await inLedger('lost', (first, storage) => {
      first.add(batchOf('a', 1, [[1, 1]]), 0);
      expect(first.hold(batchOf('b', 1, [[2, 1]]), 0)).toBe(false);
      const restarted = openLedger(storage);
      for (const nowMs of [1, 2]) restarted.add(batchOf('b', 1, [[2, 1]]), nowMs);
      // A call of before the restart that arrives late.
      expect(restarted.hold(batchOf('b', 1, [[2, 1]]), 3)).toBe(true);
      return flushViewsOf(openLedger(storage));
    });
    expect(views).toEqual([
      [1, 1],
      [2, 1],
    ]);
  });

  it('stores a batch at once while no others come, which would store it', async () => {
    const { stored, views } = await inLedger('quiet', (ledger, storage) => {
      const stored = [0, 5000, 10_000, 10_001].map((nowMs, index) =>
        ledger.hold(batchOf(`quiet-${index}`, 1, [[index, 1]]), nowMs),
      );
      return { stored, views: flushViewsOf(openLedger(storage)) };
    });
    expect(stored).toEqual([true, true, true, false]);
    expect(views).toEqual([0, 1, 2].map((imageId) => [imageId, 1]));
  });

  it('stores the batches of an isolate that comes alone, however often', async () => {
    const stored = await inLedger('alone', (ledger) =>
      [1, 3, 5].flatMap((sequence) => [
        ledger.add(batchOf('alone', sequence, [[1, 1]]), sequence),
        ledger.hold(batchOf('alone', sequence + 1, [[1, 1]]), sequence),
      ]),
    );
    expect(stored).toEqual(stored.map(() => true));
  });

  it('stores the batches of isolates that have ended when others come, and with the next flush', async () => {
    const { stored, aged, flushed } = await inLedger('ended', (ledger) => {
      ledger.add(batchOf('a', 1, []), 0);
      const stored = [1000, 4000, 8000, 10_000].map((nowMs, index) =>
        ledger.hold(batchOf(`ended-${index}`, 1, [[7, 1]]), nowMs),
      );
      const aged = flushViewsOf(ledger);
      expect(ledger.isEmpty).toBe(true);
      ledger.hold(batchOf('b', 1, [[8, 1]]), 10_001);
      expect(ledger.isEmpty).toBe(false);
      return { stored, aged, flushed: ledger.beginFlush(10_002)?.parts };
    });
    expect(stored).toEqual([false, false, false, true]);
    expect(aged).toEqual([[7, 4]]);
    expect(flushed).toEqual([new Map([[8, 1]])]);
  });

  it('stores batches that grow too large for one row together', async () => {
    const stored = await inLedger('full', (_, storage) => {
      const ledger = new ViewCountStore(new ObjectDatabase(storage, COUNTER_MIGRATIONS), SMALL);
      ledger.add(batchOf('a', 1, []), 0);
      const views = Array.from({ length: 8 }, (__, imageId) => [imageId, 1] as const);
      return ['b', 'c', 'd'].map((isolate) => ledger.hold(batchOf(isolate, 1, views), 0));
    });
    expect(stored).toEqual([false, false, true]);
  });

  it('has room in one row for all that it may hold and a full batch beside it', async () => {
    const { stored, views } = await inLedger('largest', (ledger, storage) => {
      const isolate = (index: number): string =>
        `${'0'.repeat(OPAQUE_ID_LENGTH)}${index}`.slice(-OPAQUE_ID_LENGTH);
      const largest = Number.MAX_SAFE_INTEGER - 20_000;
      ledger.add(batchOf(isolate(0), 1, []), 1_764_000_000_000);
      // An isolate without views takes most characters of the row.
      const stored = Array.from({ length: 20_000 }, (_, index) =>
        ledger.hold(batchOf(isolate(index + 1), 1_000_000, []), 1_764_000_000_000),
      );
      const full = Array.from(
        { length: 20_000 },
        (_, index) => [largest + index, 1_000_000] as const,
      );
      ledger.add(batchOf('another shard', 1, full), 1_764_000_000_001);
      return { stored, views: flushViewsOf(openLedger(storage)) };
    });
    expect(stored.filter(Boolean)).toHaveLength(0);
    expect(views).toHaveLength(20_000);
  });

  it('counts the requests of held batches once they are stored, so that a restart lowers no total', async () => {
    const totals = await inLedger('held requests', (ledger, storage) => {
      const batch = (isolate: string): CountBatch => ({
        ...batchOf(isolate, 1, []),
        requests: [{ route: 'GET /a', status: 200, count: 2 }],
      });
      const countOf = (of: ViewCountStore): number => of.readTotals().requests[0]?.count ?? 0;
      ledger.add(batch('a'), 0);
      expect(ledger.hold(batch('b'), 0)).toBe(false);
      const held = countOf(ledger);
      const restarted = openLedger(storage);
      const lost = countOf(restarted);
      restarted.add(batch('b'), 0);
      return [held, lost, countOf(restarted)];
    });
    expect(totals).toEqual([2, 2, 4]);
  });

  it('keeps request counts over flushes', async () => {
    const totals = await inLedger('requests', (ledger) => {
      const requests = [{ route: 'GET /a', status: 200, count: 2 }];
      ledger.add({ ...batchOf('a', 1, [[1, 4]]), requests }, 0);
      ledger.beginFlush(0);
      ledger.finishFlush(0);
      ledger.add({ ...batchOf('a', 2, []), requests }, 0);
      return ledger.readTotals();
    });
    expect(totals).toEqual({
      requests: [{ route: 'GET /a', status: 200, count: 4 }],
      viewsFlushed: 4,
    });
  });

  it('keeps the requests of batches without views that are compacted', async () => {
    const totals = await inLedger('no views', (_, storage) => {
      const ledger = new ViewCountStore(new ObjectDatabase(storage, COUNTER_MIGRATIONS), SMALL);
      const requests = [{ route: 'GET /a', status: 200, count: 1 }];
      for (let sequence = 1; sequence <= 40; sequence += 1) {
        ledger.add({ ...batchOf('a', sequence, []), requests }, 0);
      }
      return ledger.readTotals().requests;
    });
    expect(totals).toEqual([{ route: 'GET /a', status: 200, count: 40 }]);
  });

  it('adds answer times to counts of a version that timed nothing', async () => {
    const answers = { route: 'GET /a', status: 200, count: 1 };
    const times = { buckets: [0, 1, 0, 0, 0, 0, 0, 0, 0], sumMs: 20 };
    const totals = await inLedger('times', (ledger) => {
      ledger.add({ ...batchOf('a', 1, [[1, 4]]), requests: [answers] }, 0);
      ledger.beginFlush(0);
      ledger.finishFlush(0);
      ledger.add({ ...batchOf('a', 2, []), requests: [{ ...answers, times }] }, 0);
      ledger.add({ ...batchOf('b', 1, []), requests: [{ ...answers, times }] }, 0);
      return ledger.readTotals();
    });
    expect(totals.requests).toEqual([
      { ...answers, count: 3, times: { buckets: [0, 2, 0, 0, 0, 0, 0, 0, 0], sumMs: 40 } },
    ]);
  });

  it('forgets only isolates that have been silent for long', async () => {
    const taken = await inLedger('isolates', (ledger, storage) => {
      ledger.add(batchOf('old', 1, []), 0);
      ledger.add(batchOf('young', 1, []), 1);
      ledger.beginFlush(ISOLATE_MEMORY_MS + 1);
      const reopened = openLedger(storage);
      return [reopened.add(batchOf('young', 1, []), 2), reopened.add(batchOf('old', 1, []), 2)];
    });
    expect(taken).toEqual([false, true]);
  });

  it('knows accepted batches after a restart, whatever its flushes have done with them', async () => {
    const taken = await inLedger('wakes', (ledger, storage) => {
      const takeAll = (sequence: number): boolean[] =>
        ['a', 'b', 'c'].map((isolate) =>
          openLedger(storage).add(batchOf(isolate, sequence, [[1, 1]]), 0),
        );
      const first = [...takeAll(1), ...takeAll(1)];
      ledger.beginFlush(0);
      const whileOpen = [...takeAll(1), ...takeAll(2)];
      openLedger(storage).finishFlush(0);
      openLedger(storage).beginFlush(0);
      openLedger(storage).finishFlush(0);
      return [first, whileOpen, [...takeAll(2), ...takeAll(3)]];
    });
    const once = (isNew: boolean[]) => isNew.flatMap((each) => [each, each, each]);
    expect(taken).toEqual([once([true, false]), once([false, true]), once([false, true])]);
  });

  it('knows isolates beyond its row limit, and forgets long silent ones', async () => {
    const { taken, rows } = await inLedger('crowds', (_, storage) => {
      const open = () => new ViewCountStore(new ObjectDatabase(storage, COUNTER_MIGRATIONS), SMALL);
      const add = (isolate: number, nowMs: number): boolean =>
        open().add(batchOf(`crowd-${isolate}`, 1, [[1, 1]]), nowMs);
      const flush = (nowMs: number): void => {
        open().beginFlush(nowMs);
        // Batches that arrive while the flush is open find no room either.
        for (const isolate of [10, 11, 12, 13, 14]) add(isolate, nowMs);
        open().finishFlush(nowMs);
      };
      for (const isolate of [0, 1, 2, 3, 4, 5]) add(isolate, isolate);
      flush(5);
      const taken = [0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14].map((isolate) => add(isolate, 6));
      for (const isolate of [20, 21, 22, 23, 24]) add(isolate, ISOLATE_MEMORY_MS + 7);
      flush(ISOLATE_MEMORY_MS + 7);
      const rows = storage.sql.exec<{ seen_at: number }>('SELECT seen_at FROM isolates').toArray();
      return { taken, rows };
    });
    expect(taken).toEqual(Array.from({ length: 11 }, () => false));
    expect(rows.map(({ seen_at: seenAt }) => seenAt)).not.toContain(0);
  });

  it('compacts batches that grow large while they wait, and accepts none of them again', async () => {
    const { sizes, again, begun, totals, next } = await inLedger('compacted', (_, storage) => {
      const open = () => new ViewCountStore(new ObjectDatabase(storage, COUNTER_MIGRATIONS), SMALL);
      const ledger = open();
      const requests = [{ route: 'GET /a', status: 200, count: 1 }];
      const batch = (sequence: number) => ({
        ...batchOf('a', sequence, [
          [1, 1],
          [1 + sequence, 1],
        ]),
        requests,
      });
      ledger.add(batch(1), 0);
      // A flush that the database rejects.
      ledger.beginFlush(0);
      const sizes = [];
      for (let sequence = 2; sequence <= 40; sequence += 1) {
        ledger.add(batch(sequence), 0);
        const { waiting } = storage.sql
          .exec<{ waiting: number }>('SELECT count(*) AS waiting FROM batches WHERE number = 2')
          .one();
        sizes.push(waiting);
      }
      const again = [open().add(batch(2), 0), open().add(batch(40), 0)];
      const repeated = open().beginFlush(0);
      open().finishFlush(0);
      const begun = open().beginFlush(0);
      open().finishFlush(0);
      return {
        sizes,
        again,
        begun,
        totals: open().readTotals(),
        next: [repeated?.number, open().beginFlush(0)],
      };
    });
    expect(Math.max(...sizes)).toBeLessThan(10);
    expect(again).toEqual([false, false]);
    expect(begun).toEqual({
      number: 2,
      parts: [
        new Map([[1, 39], ...Array.from({ length: 39 }, (_, index) => [index + 3, 1] as const)]),
      ],
    });
    expect(totals).toEqual({
      requests: [{ route: 'GET /a', status: 200, count: 40 }],
      viewsFlushed: 80,
    });
    expect(next).toEqual([1, null]);
  });
});
