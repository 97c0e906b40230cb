import { describe, expect, it } from 'vitest';
import { seedPublishedImage, type SeededImage } from '../../../support/images.ts';
import { callsAt, countInto, type Interceptor, type Tally } from '../../../support/instrument.ts';
import {
  createTestWorker,
  type TestWorker,
  type TestWorkerOptions,
} from '../../../support/worker.ts';
import { runBatch, statement } from '../../../support/sql.ts';

const VARS = { COUNTER_GATHER_MS: '1' };
const LIFE_SECONDS = 600;

// Each image is answered from another tier once it was seen: from memory, or from the edge cache as a stream.
const TIERS: readonly (readonly [name: string, vars: NonNullable<TestWorkerOptions['vars']>])[] = [
  ['memory', {}],
  ['the edge cache', { MEMORY_CACHE_ENTRY_BYTES: '0' }],
];

const view = async (worker: TestWorker, path: string): Promise<Response> => {
  const response = await worker.fetch(path);
  await response.clone().arrayBuffer();
  await worker.settle();
  return response;
};

const maxAgeOf = (response: Response): number =>
  Number(/max-age=(\d+)/u.exec(response.headers.get('Cache-Control') ?? '')?.[1]);

/** Switches an image as the verb does: the row first, then the caches of this isolate and data centre. */
const makePrivate = async (worker: TestWorker, image: SeededImage): Promise<void> => {
  const { db, publicCache, clock } = worker.services;
  await runBatch(db, [
    statement("UPDATE images SET visibility = 'private' WHERE id = ?", image.imageId),
  ]);
  await publicCache.invalidate({ ...image, pipelineVersion: 2 }, clock.now());
};

const linksOf = ({ uniqueLink }: SeededImage) => [
  `/i/${uniqueLink}.webp`,
  `/i/${uniqueLink}/publish.webp`,
  `/i/${uniqueLink}/gallery.webp`,
];

describe.each(TIERS)('a public image in %s', (_, vars) => {
  it('expires ten minutes after its row was read, whatever tiers it passed through', async () => {
    const worker = createTestWorker({ vars: { ...VARS, ...vars } });
    const image = await seedPublishedImage(worker);
    const link = `/i/${image.uniqueLink}.webp`;
    expect(maxAgeOf(await view(worker, link))).toBe(LIFE_SECONDS);
    for (const age of [20, 100, 400, 599]) {
      worker.clock.advance(age * 1000 - (worker.clock.now() - startOf(worker)));
      expect(maxAgeOf(await view(worker, link))).toBe(LIFE_SECONDS - age);
    }
  });

  it('is read again after it has expired', async () => {
    const tally: Tally = { calls: {}, rowsRead: 0, rowsWritten: 0 };
    const worker = createTestWorker({ vars: { ...VARS, ...vars }, intercept: countInto(tally) });
    const image = await seedPublishedImage(worker);
    const link = `/i/${image.uniqueLink}.webp`;
    await view(worker, link);
    const gets = tally.calls['BUCKET.get'];
    worker.clock.advance((LIFE_SECONDS - 1) * 1000);
    await view(worker, link);
    expect(tally.calls['BUCKET.get']).toBe(gets);
    worker.clock.advance(1000);
    expect(maxAgeOf(await view(worker, link))).toBe(LIFE_SECONDS);
    expect(tally.calls['BUCKET.get']).toBe((gets ?? 0) + 1);
  });

  it('is refused from the next request after a switch', async () => {
    const worker = createTestWorker({ vars: { ...VARS, ...vars } });
    const image = await seedPublishedImage(worker);
    for (const link of linksOf(image)) expect((await view(worker, link)).status).toBe(200);
    await makePrivate(worker, image);
    for (const link of linksOf(image)) expect((await view(worker, link)).status).toBe(404);
  });

  it('is refused by the other isolates of the data centre once their memory expires', async () => {
    const here = createTestWorker({ vars: { ...VARS, ...vars } });
    const there = createTestWorker({ vars: { ...VARS, ...vars }, clock: here.clock });
    const image = await seedPublishedImage(here);
    const link = `/i/${image.uniqueLink}.webp`;
    for (const worker of [here, there]) await view(worker, link);
    await makePrivate(here, image);
    here.clock.advance(Number(here.env['CHANGE_LOOK_TTL_MS' as keyof typeof here.env]));
    expect((await view(there, link)).status).toBe(404);
  });

  it('is served and cached again when it becomes public again', async () => {
    const worker = createTestWorker({ vars: { ...VARS, ...vars } });
    const image = await seedPublishedImage(worker);
    const link = `/i/${image.uniqueLink}.webp`;
    await view(worker, link);
    await makePrivate(worker, image);
    await runBatch(worker.services.db, [
      statement("UPDATE images SET visibility = 'public' WHERE id = ?", image.imageId),
    ]);
    await worker.services.publicCache.invalidate(
      { ...image, pipelineVersion: 2 },
      worker.clock.now(),
    );
    expect((await view(worker, link)).status).toBe(200);
    worker.clock.advance(60_000);
    expect(maxAgeOf(await view(worker, link))).toBe(LIFE_SECONDS - 60);
  });
});

const starts = new WeakMap<TestWorker, number>();
const startOf = (worker: TestWorker): number => {
  const start = starts.get(worker) ?? worker.clock.now();
  starts.set(worker, start);
  return start;
};

/** Holds operations of one kind until their release. */
const createDam = (binding: string, method: string) => {
  let isClosed = false;
  let waiting: (() => void)[] = [];
  const intercept: Interceptor = async (call, proceed) => {
    const result = await proceed();
    if (isClosed && call.binding === binding && call.method === method) {
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
      });
    }
    return result;
  };
  return {
    intercept,
    close: () => {
      isClosed = true;
    },
    /** Resolves once an operation is held. */
    isReached: async () => {
      while (waiting.length === 0) {
        await new Promise((resolve) => {
          setTimeout(resolve, 1);
        });
      }
    },
    open: () => {
      isClosed = false;
      for (const go of waiting) go();
      waiting = [];
    },
  };
};

describe('a cache put under way', () => {
  it.each(
    TIERS.flatMap(([tier, vars]) =>
      [true, false].map((sameIsolate) => ({ tier, vars, sameIsolate })),
    ),
  )(
    'restores no switched image ($tier, in the same isolate: $sameIsolate)',
    async ({ vars, sameIsolate }) => {
      const dam = createDam('BUCKET', 'get');
      const reader = createTestWorker({ vars: { ...VARS, ...vars }, intercept: dam.intercept });
      const other = createTestWorker({ vars: { ...VARS, ...vars }, clock: reader.clock });
      const image = await seedPublishedImage(reader);
      await view(reader, '/health');
      dam.close();
      const inFlight = reader.fetch(`/i/${image.uniqueLink}.webp`);
      await dam.isReached();
      await makePrivate(sameIsolate ? reader : other, image);
      dam.open();
      await (await inFlight).arrayBuffer();
      await reader.settle();
      const readers = sameIsolate ? [reader, other] : [other];
      for (const worker of readers) {
        expect((await view(worker, `/i/${image.uniqueLink}.webp`)).status).toBe(404);
      }
      reader.clock.advance(30_000);
      expect((await view(reader, `/i/${image.uniqueLink}.webp`)).status).toBe(404);
    },
  );

  it('reads the primary while a replica may lag behind a change', async () => {
    const tally: Tally = { calls: {}, rowsRead: 0, rowsWritten: 0 };
    const worker = createTestWorker({ vars: VARS, intercept: countInto(tally) });
    const image = await seedPublishedImage(worker);
    await makePrivate(worker, image);
    await view(worker, '/ready');
    const before = callsAt(tally, 'DB');
    expect((await view(worker, `/i/${image.uniqueLink}.webp`)).status).toBe(404);
    // With a replica asked as well, there would be two.
    expect(callsAt(tally, 'DB') - before).toBe(1);
  });
});

describe('the caches', () => {
  it('copy to the edge only as much at a time as an isolate has room for', async () => {
    const tally: Tally = { calls: {}, rowsRead: 0, rowsWritten: 0 };
    const probe = await seedPublishedImage(createTestWorker());
    const size = await createTestWorker()
      .fetch(`/i/${probe.uniqueLink}.webp`)
      .then(async (response) => (await response.arrayBuffer()).byteLength);
    const vars = { ...VARS, MEMORY_CACHE_ENTRY_BYTES: '0', EDGE_COPIES_BYTES: String(size) };
    const worker = createTestWorker({ vars, intercept: countInto(tally) });
    const links = await Promise.all(
      [1, 2, 3].map(async () => `/i/${(await seedPublishedImage(worker)).uniqueLink}.webp`),
    );
    const [first = '', second = '', third = ''] = links;
    const [slow, other] = [await worker.fetch(first), await worker.fetch(second)];
    await other.arrayBuffer();
    await slow.arrayBuffer();
    await worker.settle();
    await view(worker, third);
    const read = tally.calls['BUCKET.get'] ?? 0;
    for (const [index, link] of [first, third, second].entries()) {
      await view(worker, link);
      expect(tally.calls['BUCKET.get']).toBe(read + Number(index === 2));
    }
  });

  it('hold no private image, no master and no admin variant', async () => {
    const tally: Tally = { calls: {}, rowsRead: 0, rowsWritten: 0 };
    const worker = createTestWorker({ vars: VARS, intercept: countInto(tally) });
    const image = await seedPublishedImage(worker, { visibility: 'private' });
    for (const suffix of ['.webp', '/gallery.webp', '/master.webp', '/admin.webp']) {
      const response = await view(worker, `/i/${image.uniqueLink}S${suffix}`);
      expect(response.headers.get('Cache-Control')).toBe('no-store');
      expect(response.headers.get('CDN-Cache-Control')).toBe('no-store');
      expect(response.headers.get('Surrogate-Control')).toBe('no-store');
    }
    const { publicCache, clock, background } = worker.services;
    for (const link of linksOf(image)) {
      expect(await publicCache.get(image.uniqueLink, link, clock.now(), background)).toMatchObject({
        image: null,
      });
    }
  });

  it('share entries between hosts and query strings', async () => {
    const tally: Tally = { calls: {}, rowsRead: 0, rowsWritten: 0 };
    const worker = createTestWorker({ vars: VARS, intercept: countInto(tally) });
    const image = await seedPublishedImage(worker);
    await view(worker, `/i/${image.uniqueLink}.webp`);
    const before = tally.calls['BUCKET.get'];
    await view(worker, `https://other.example/i/${image.uniqueLink}.webp?a=b`);
    await view(worker, `/i/${image.uniqueLink}/publish.webp?token=x`);
    expect(tally.calls['BUCKET.get']).toBe(before);
  });
});

describe('an image', () => {
  it('is 4041 for every kind of request when its object is lost', async () => {
    const worker = createTestWorker({ vars: VARS });
    const image = await seedPublishedImage(worker);
    await worker.services.objects.erase([image.keys.publish]);
    for (const init of [{}, { method: 'HEAD' }, { headers: { Range: 'bytes=0-1' } }]) {
      const response = await worker.fetch(`/i/${image.uniqueLink}.webp`, init);
      expect(response.status).toBe(404);
    }
  });

  it('stored under an earlier path is found by its row', async () => {
    const before = createTestWorker({ vars: { ...VARS, STORAGE_PATH: 'attic' } });
    const image = await seedPublishedImage(before);
    const now = createTestWorker({ vars: VARS });
    expect((await view(now, `/i/${image.uniqueLink}.webp`)).status).toBe(200);
  });

  it.each(['pending', 'processing', 'failed'])('that is %s has no link', async (status) => {
    const worker = createTestWorker({ vars: VARS });
    const image = await seedPublishedImage(worker);
    await runBatch(worker.services.db, [
      statement('UPDATE images SET processing_status = ? WHERE id = ?', status, image.imageId),
    ]);
    for (const link of linksOf(image)) expect((await view(worker, link)).status).toBe(404);
  });

  it('of an owner whose account is being erased has no link', async () => {
    const worker = createTestWorker({ vars: VARS });
    const image = await seedPublishedImage(worker);
    await runBatch(worker.services.db, [
      statement("UPDATE users SET status = 'deleting' WHERE id = ?", image.userId),
    ]);
    expect((await view(worker, `/i/${image.uniqueLink}.webp`)).status).toBe(404);
  });
});
