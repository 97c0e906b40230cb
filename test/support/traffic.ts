import { runInDurableObject } from 'cloudflare:test';
import { VARS } from '../../src/worker/config-vars.ts';
import { sharedServices } from '../../src/worker/deps.ts';
import type { UsageCounters } from '../../src/worker/domain/services.ts';
import { createUsageCounters } from '../../src/worker/durable/counters/client.ts';
import { ASSUMED, type Usage } from '../bench/prices.ts';
import { WEBP } from './fixtures.ts';
import { seedUser } from './images.ts';
import { callsAt, countInto, type Interceptor, type Tally } from './instrument.ts';
import { meterRows } from './meter-rows.ts';
import { readRows, runBatch, statement } from './sql.ts';
import { storageUsage } from './storage-usage.ts';
import type { Traffic } from './traffic-shape.ts';
import { VirtualTime } from './virtual-time.ts';
import { createTestWorker, type TestWorker } from './worker.ts';
import { createRandom } from './create-random.ts';

export interface Ledger {
  /** Usage of one view. */
  readonly usage: Partial<Usage>;
  readonly viewsFlushed: number;
  readonly sampled: number;
  /** Rows written by the counter object for one batch, and by the flush besides those of images and their index by views. */
  readonly rowsPerBatch: number;
  readonly rowsBesideImages: number;
  /** Time from the first view until its row is written. */
  readonly lagMs: number;
}

// The defaults; the tests' runtime has another COUNTER_GATHER_MS.
const GATHER_MS = Number(VARS.COUNTER_GATHER_MS.fallback);
const GATHER_IMAGES = Number(VARS.COUNTER_GATHER_IMAGES.fallback);
const FLUSH_MS = Number(VARS.VIEW_FLUSH_MS.fallback);
const CACHE_TTL_SECONDS = 600;
const HOUR_SECONDS = 3600;
const ZIPF_EXPONENT = 0.8;
/** Views come at random times. */
const SPARE = 1.5;
/** Of the images, in libraries with an index by views: if their sizes are log-normal, with a mean of 100 and a sigma of 2. */
const LARGE_PERCENT = 18;
/** Spreads the images of large libraries over the popular and the lonely ones. */
const SCATTER = 7919;
const OBJECT_KEY = 'traffic/sample.webp';
const MAIN_SHARD = 'shard-0';
const OTHER_OBJECTS = ['USER_SESSIONS', 'RATE_LIMITER', 'PASSWORD_HASHER', 'TRANSFORMER'];

interface CounterObject {
  env: Env;
  alarm(): Promise<void>;
}

/**
 * Measures traffic of many isolates in virtual time, over counted bindings, from the first view to its flush. The
 * isolates of one data centre send each of their views, or the first `sampled`, through the whole handler: real memory
 * and edge caches, D1 and R2 (one object for all images). The data centre's cache starts in its steady state for that
 * rate. All other views enter at the counters of their isolates, which are real: they buffer, and send to a real
 * object, which flushes to D1. Images are drawn by Zipf's law with exponent 0.8.
 */
export const simulateTraffic = async (traffic: Traffic): Promise<Ledger> => {
  const { isolates, viewsPerSecond, images, centre } = traffic;
  const shares = zipfShares(images);
  const luck = createRandom(traffic.isolates * 31 + traffic.viewsPerSecond);
  const seconds = (GATHER_MS + FLUSH_MS) / 1000 + 2 / Math.min(1, viewsPerSecond);
  const views = drawImages(shares, Math.ceil(isolates * viewsPerSecond * seconds * SPARE), luck);
  const setup = await setUp(traffic, views);
  const { time, front, counters, workers } = setup;
  const known = new Set<number>();
  let sampled = 0;
  let taken = 0;

  const view = async (isolate: number): Promise<void> => {
    const imageId = views[taken];
    taken += 1;
    if (imageId === undefined) throw new Error('more views than were drawn');
    const worker = workers[isolate];
    if (worker === undefined || sampled >= traffic.sampled) {
      counters[isolate]?.countView(imageId);
      counters[isolate]?.countRequest('GET /i/:link', 200, 0);
      counters[isolate]?.deliver(() => undefined);
      return;
    }
    const perSecond = centre * viewsPerSecond * (shares[imageId - 1] ?? 0);
    const isHeld = luck() < 1 - 1 / (1 + perSecond * CACHE_TTL_SECONDS);
    if (!known.has(imageId) && isHeld) {
      await fetchImage(setup.warmer, imageId);
      await setup.warmer.settle();
    }
    known.add(imageId);
    sampled += 1;
    front.isOpen = true;
    await fetchImage(worker, imageId);
    front.isOpen = false;
  };

  const stepMs = viewsPerSecond >= 10 ? 100 : 1000;
  let flushAt = Number.POSITIVE_INFINITY;
  const start = time.clock.now();
  while (time.clock.now() < flushAt) {
    for (let isolate = 0; isolate < isolates; isolate += 1) {
      // Independent of the views before: regular ones would each miss the batch of the last.
      const arrivals = Math.floor((viewsPerSecond * stepMs) / 1000 + luck());
      for (let arrival = 0; arrival < arrivals; arrival += 1) await view(isolate);
    }
    await time.advance(stepMs);
    if (setup.adds.calls > 0 && flushAt === Number.POSITIVE_INFINITY) {
      flushAt = time.clock.now() + FLUSH_MS;
    }
  }
  const lagMs = time.clock.now() - start;
  const adds = setup.adds.calls;
  const batchRows = setup.countRows();
  const flush = await flushMain(setup);
  const flushRows = setup.countRows();
  await setup.close();

  const { viewsFlushed } = flush;
  const busySeconds = adds * ASSUMED.objectCallSeconds + ASSUMED.objectFlushSeconds;
  return {
    usage: {
      requests: 1,
      cpuMs: ASSUMED.viewCpuMs,
      // An alarm is a call, and setting it a row.
      objectRequests: (adds + 1) / viewsFlushed + countOtherCalls(front.tally) / sampled,
      objectGbSeconds: (busySeconds * ASSUMED.objectGb) / viewsFlushed,
      objectRowsRead: (batchRows.read + flushRows.read) / viewsFlushed,
      objectRowsWritten: (batchRows.written + flushRows.written + 1) / viewsFlushed,
      d1RowsRead: front.tally.rowsRead / sampled + flush.tally.rowsRead / viewsFlushed,
      d1RowsWritten: front.tally.rowsWritten / sampled + flush.tally.rowsWritten / viewsFlushed,
      ...Object.fromEntries(
        Object.entries(storageUsage(front.tally)).map(([name, count]) => [name, count / sampled]),
      ),
    },
    viewsFlushed,
    sampled,
    rowsPerBatch: batchRows.written / adds,
    rowsBesideImages: flush.tally.rowsWritten - flush.imageRows,
    lagMs,
  };
};

/** Calls of objects except the counters, which are counted separately. */
const countOtherCalls = (tally: Tally): number =>
  OTHER_OBJECTS.reduce((sum, binding) => sum + callsAt(tally, binding), 0);

/** The share of views of each image, the most popular first. */
const zipfShares = (images: number): Float64Array => {
  const shares = Float64Array.from({ length: images }, (_, rank) => (rank + 1) ** -ZIPF_EXPONENT);
  const sum = shares.reduce((total, share) => total + share, 0);
  return shares.map((share) => share / sum);
};

/** Ids of images, from 1. */
const drawImages = (shares: Float64Array, count: number, luck: () => number): Uint32Array => {
  let sum = 0;
  const ends = shares.map((share) => (sum += share));
  return Uint32Array.from({ length: count }, () => {
    const wanted = luck() * sum;
    let [low, high] = [0, ends.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 0) < wanted) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  });
};

const newTally = (): Tally => ({ calls: {}, rowsRead: 0, rowsWritten: 0 });

const linkOf = (imageId: number): string => `L${String(imageId).padStart(11, '0')}`;

const fetchImage = async (worker: TestWorker, imageId: number): Promise<void> => {
  const response = await worker.fetch(`/i/${linkOf(imageId)}.webp`);
  if (response.status !== 200) throw new Error(`image ${imageId}: ${response.status}`);
  await response.arrayBuffer();
};

const setUp = async (
  { isolates, centre, sampledIsolates = centre }: Traffic,
  views: Uint32Array,
) => {
  const time = new VirtualTime();
  const adds = { calls: 0 };
  const front = { tally: newTally(), isOpen: false };
  const intercept: Interceptor = async (call, proceed) => {
    if (call.binding === 'COUNTERS') {
      adds.calls += 1;
      return time.track(proceed());
    }
    return front.isOpen ? countInto(front.tally)(call, proceed) : proceed();
  };
  const plain = createTestWorker({ clock: time.clock });
  await seed(plain, views);
  const bindings = { BUCKET: oneObject(plain.env.BUCKET) };
  const create = () => createTestWorker({ clock: time.clock, intercept, bindings });
  const warmer = createTestWorker({ clock: time.clock, bindings });
  const workers = Array.from({ length: sampledIsolates }, create);
  const [first = plain] = workers;
  const counters = Array.from({ length: isolates }, () =>
    createUsageCounters({
      namespace: first.env.COUNTERS,
      shards: 1,
      gatherMs: GATHER_MS,
      maxImages: GATHER_IMAGES,
      clock: time.clock,
      requestMetrics: null,
      wait: time.wait,
    }),
  );
  for (const [index, worker] of workers.entries()) {
    // Opens the boot gate; afterwards the isolate's counters use the virtual time.
    await worker.fetch('/ready');
    await worker.settle();
    const shared: { counters: UsageCounters } = sharedServices(worker.env, time.clock);
    shared.counters = counters[index] ?? shared.counters;
  }
  const silent: { counters: UsageCounters } = sharedServices(warmer.env, time.clock);
  silent.counters = { ...silent.counters, deliver: () => undefined };
  await warmer.fetch('/ready');
  const stub = plain.env.COUNTERS.getByName(MAIN_SHARD);
  const rows = await meterRows(stub);
  const close = async (): Promise<void> => {
    // Until the last batches are sent, and again to be stored.
    for (let round = 0; round < 3; round += 1) await time.advance(GATHER_MS * 2);
    await runInDurableObject(stub, async (object, { storage }) => {
      await object.alarm();
      await storage.deleteAlarm();
    });
    rows.stop();
  };
  // Excludes the counts of opening the gates.
  await runInDurableObject(stub, async (object, { storage }) => {
    await object.alarm();
    // Keeps real time from firing the alarm.
    await storage.setAlarm(Date.now() + HOUR_SECONDS * 1000);
  });
  rows.take();
  adds.calls = 0;
  return { time, adds, front, plain, warmer, workers, counters, stub, close, countRows: rows.take };
};

type Setup = Awaited<ReturnType<typeof setUp>>;

/** Rows of the viewed images, some of them indexed as in a large library, without a search text and so without index entries for it. */
const seed = async (worker: TestWorker, views: Uint32Array): Promise<void> => {
  const userId = await seedUser(worker);
  await worker.env.BUCKET.put(OBJECT_KEY, WEBP.lossy);
  const ids = JSON.stringify([...new Set(views)]);
  const size = WEBP.lossy.byteLength;
  const now = worker.clock.now();
  await runBatch(worker.services.db, [
    statement('DELETE FROM images'),
    statement('DELETE FROM image_variants'),
    statement('UPDATE image_files SET variants = NULL'),
    statement('DELETE FROM image_files'),
    statement(
      'INSERT INTO image_files (id, size, created_at) SELECT value, 0, 0 FROM json_each(?)',
      ids,
    ),
    statement(
      `INSERT INTO images (id, user_id, image_file_id, unique_link, title, filename, visibility, pipeline_version,
         processing_status, width, height, file_size, published_at, created_at, updated_at, is_large)
       SELECT value, ${userId}, value, printf('L%011d', value), '', '', 'public', 2, 'completed', 1, 1, 1, ${now},
         ${now}, ${now}, value * ${SCATTER} % 100 < ${LARGE_PERCENT}
       FROM json_each(?)`,
      ids,
    ),
    statement(
      `INSERT INTO image_variants (image_file_id, kind, object_key, mime_type, size, sha256, width, height, created_at)
       SELECT value, 'publish', printf('images/L%011d/publish.webp', value), 'image/webp', ${size}, hex(zeroblob(32)), 1, 1, 0
       FROM json_each(?)`,
      ids,
    ),
  ]);
};

/** A bucket with the same object under every key. */
const oneObject = (bucket: R2Bucket): R2Bucket =>
  new Proxy(bucket, {
    get: (target, name) => {
      const value = Reflect.get(target, name, target) as unknown;
      if (typeof value !== 'function') return value;
      return (_key: string, ...args: unknown[]): unknown =>
        Reflect.apply(value, target, [OBJECT_KEY, ...args]);
    },
  });

/** Flushes the object's counts to D1, as its alarm does. */
const flushMain = async ({ plain, stub }: Setup) => {
  const tally = newTally();
  const before = await stub.readTotals();
  const imagesBefore = await countViewedRows(plain);
  await runInDurableObject(stub, async (object) => {
    const counted = object as unknown as CounterObject;
    // The object has opened its database, so its statements are counted where all of them pass.
    const prototype = Object.getPrototypeOf(counted.env.DB) as D1Database;
    const { batch } = prototype;
    const count = countInto(tally);
    prototype.batch = function metered<Row>(this: D1Database, statements: D1PreparedStatement[]) {
      const send = () => batch.call(this, statements);
      return count({ binding: 'DB', method: 'batch' }, send) as Promise<D1Result<Row>[]>;
    };
    try {
      await counted.alarm();
    } finally {
      prototype.batch = batch;
    }
  });
  const { viewsFlushed } = await plain.env.COUNTERS.getByName(MAIN_SHARD).readTotals();
  const imageRows = (await countViewedRows(plain)) - imagesBefore;
  if (tally.rowsWritten < imageRows) throw new Error('the flush is not counted');
  return { tally, imageRows, viewsFlushed: viewsFlushed - before.viewsFlushed };
};

/** With those of the index by views. */
const countViewedRows = async ({ services }: TestWorker): Promise<number> => {
  const [row] = await readRows<{ n: number }>(
    services.db,
    statement('SELECT coalesce(sum(1 + is_large), 0) AS n FROM images WHERE view_count > 0'),
  );
  return row?.n ?? Number.NaN;
};
