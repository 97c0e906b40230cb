import { runInDurableObject } from 'cloudflare:test';
import { expect, it } from 'vitest';
import { createUsageCounters } from '../../../../src/worker/durable/counters/client.ts';
import { COUNTER_MIGRATIONS } from '../../../../src/worker/durable/counters/migrations.ts';
import type { Counters } from '../../../../src/worker/durable/counters/object.ts';
import { ViewCountStore } from '../../../../src/worker/durable/counters/view-count-store.ts';
import { ObjectDatabase } from '../../../../src/worker/durable/object-database.ts';
import { createRandom } from '../../../support/create-random.ts';
import { VirtualTime } from '../../../support/virtual-time.ts';
import { createTestWorker } from '../../../support/worker.ts';

const STEP_MS = 500;
const STEPS = 600;
const ISOLATES = 5;
const IMAGES = 9;
/** Small enough for rows that are full, compacted batches and isolates beyond the ledger. */
const LIMITS = { isolates: 4, waiting: 600, held: 12 };
const LATE_MS = 40_000;
/** Time for all waits of the disorder to end. */
const CALM_STEPS = 120;

type Add = Counters['add'];

/** A namespace of one object, whose calls and answers come late, overtake each other and get lost while `isCalm` is false. */
const disorderly = (
  time: VirtualTime,
  luck: () => number,
  isCalm: () => boolean,
  add: (...args: Parameters<Add>) => boolean,
) => {
  const travel = async (): Promise<void> => {
    if (isCalm()) return;
    await time.wait(luck() < 0.1 ? luck() * LATE_MS : luck() * STEP_MS);
    if (luck() < 0.15) throw new Error('lost');
  };
  const stub = {
    add: async (...args: Parameters<Add>): Promise<boolean> => {
      await travel();
      const isStored = add(...args);
      await travel();
      return isStored;
    },
  };
  const namespace = { idFromName: (name: string) => name, getByName: () => stub };
  return namespace as unknown as DurableObjectNamespace<Counters>;
};

const simulate = async (seed: number, storage: DurableObjectStorage) => {
  const luck = createRandom(seed);
  const time = new VirtualTime();
  const open = () => new ViewCountStore(new ObjectDatabase(storage, COUNTER_MIGRATIONS), LIMITS);
  let store = open();
  let isCalm = false;
  let held = 0;
  const namespace = disorderly(
    time,
    luck,
    () => isCalm,
    (batch, nowMs, _main, next) => {
      if (batch !== null) store.add(batch, nowMs);
      if (next === null || next === undefined) return true;
      const isStored = store.hold(next, nowMs);
      if (!isStored) held += 1;
      return isStored;
    },
  );
  const options = { namespace, shards: 1, requestMetrics: null, gatherMs: 10_000, maxImages: 4 };
  // A request whose wait never ends has died.
  const wait = async (ms: number): Promise<void> => {
    await time.wait(ms);
    if (!isCalm && luck() < 0.03) await new Promise(() => undefined);
  };
  const isolates = Array.from({ length: ISOLATES }, () =>
    createUsageCounters({ ...options, clock: time.clock, wait }),
  );
  const viewed = Array.from({ length: IMAGES }, () => 0);
  const flushed = Array.from({ length: IMAGES }, () => 0);
  let lastFlush = 0;
  const flush = (): void => {
    const begun = store.beginFlush(time.clock.now());
    if (begun === null) return;
    const views = begun.number > lastFlush ? begun.parts.flatMap((part) => [...part]) : [];
    for (const [image, count] of views) flushed[image] = (flushed[image] ?? 0) + count;
    lastFlush = begun.number;
    if (!isCalm && luck() < 0.3) store = open();
    else store.finishFlush(time.clock.now());
  };
  const view = (): void => {
    const image = Math.floor(luck() * IMAGES);
    const isolate = isolates[Math.floor(luck() * ISOLATES)];
    viewed[image] = (viewed[image] ?? 0) + 1;
    isolate?.countView(image);
    isolate?.deliver(() => undefined);
  };

  for (let step = 0; step < STEPS; step += 1) {
    if (luck() < (step % 200 < 150 ? 1 : 0.05)) view();
    if (luck() < 0.01) store = open();
    if (luck() < 0.02) flush();
    await time.advance(STEP_MS);
  }
  isCalm = true;
  for (let step = 0; step < 2 * CALM_STEPS; step += 1) {
    // A later request of each isolate, which delivers what the dead ones have left.
    if (step % CALM_STEPS === 0) for (const isolate of isolates) isolate.deliver(() => undefined);
    await time.advance(STEP_MS);
  }
  flush();
  flush();
  return { viewed, flushed, held };
};

it.each([1, 2, 3, 4, 5, 6])(
  'views are exact though calls are late and lost, objects restart and requests die: seed %d',
  async (seed) => {
    const object = createTestWorker().env.COUNTERS.getByName(`disorder ${String(seed)}`);
    const { viewed, flushed, held } = await runInDurableObject(object, (_, { storage }) =>
      simulate(seed, storage),
    );
    expect(held).toBeGreaterThan(20);
    expect(flushed).toEqual(viewed);
  },
);
