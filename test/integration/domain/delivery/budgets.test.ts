import { describe, expect, it } from 'vitest';
import { seedPublishedImage, type SeedOptions } from '../../../support/images.ts';
import { callsAt, countInto, type Tally } from '../../../support/instrument.ts';
import { runBatch, statement } from '../../../support/sql.ts';
import { createTestWorker, type TestWorkerOptions } from '../../../support/worker.ts';

const setUp = async (options: SeedOptions = {}, vars: TestWorkerOptions['vars'] = {}) => {
  const tally: Tally = { calls: {}, rowsRead: 0, rowsWritten: 0 };
  const counting = { COUNTER_GATHER_MS: '5', ...vars };
  const worker = createTestWorker({ vars: counting, intercept: countInto(tally) });
  const image = await seedPublishedImage(worker, options);
  // Opens the boot gate, as the isolate's first request does.
  await worker.fetch('/ready');
  await worker.settle();
  const reset = (): void => {
    for (const name of Object.keys(tally.calls)) delete tally.calls[name];
    tally.rowsRead = 0;
  };
  reset();
  const count = () => ({
    d1: callsAt(tally, 'DB'),
    r2: callsAt(tally, 'BUCKET'),
    kv: callsAt(tally, 'CACHE'),
    sessions: callsAt(tally, 'USER_SESSIONS'),
    counters: callsAt(tally, 'COUNTERS'),
  });
  return { worker, image, tally, reset, count };
};

const NOTHING = { d1: 0, r2: 0, kv: 0, sessions: 0, counters: 0 };

describe('operations of a public view', () => {
  it('are one D1 query and one R2 get when nothing is cached', async () => {
    const { worker, image, tally, count } = await setUp();
    const response = await worker.fetch(`/i/${image.uniqueLink}.webp`);
    expect(response.status).toBe(200);
    expect(count()).toEqual({ ...NOTHING, d1: 1, r2: 1 });
    expect(tally.calls).toMatchObject({ 'BUCKET.get': 1 });
    expect(tally.rowsRead).toBeLessThanOrEqual(4);
  });

  it.each(['bytes=0-3', 'bytes=-3'])('are one R2 get for a cold range (%s)', async (range) => {
    const { worker, image, count } = await setUp();
    const response = await worker.fetch(`/i/${image.uniqueLink}.webp`, {
      headers: { Range: range },
    });
    expect(response.status).toBe(206);
    expect(count()).toEqual({ ...NOTHING, d1: 1, r2: 1 });
  });

  it('are none on the bucket for a cold 304', async () => {
    const { worker, image, count } = await setUp();
    const response = await worker.fetch(`/i/${image.uniqueLink}.webp`, {
      headers: { 'If-None-Match': '*' },
    });
    expect(response.status).toBe(304);
    expect(count()).toEqual({ ...NOTHING, d1: 1 });
  });

  it.each([
    ['memory', {}],
    ['the edge cache', { MEMORY_CACHE_ENTRY_BYTES: '0' }],
  ])('are none on the path when %s has it, and views are counted in batches', async (_, vars) => {
    const { worker, image, reset, count } = await setUp({}, { COUNTER_GATHER_MS: '50', ...vars });
    await worker.fetch(`/i/${image.uniqueLink}.webp`).then((response) => response.arrayBuffer());
    await worker.settle();
    reset();
    for (let view = 0; view < 20; view += 1) {
      const response = await worker.fetch(`/i/${image.uniqueLink}.webp`);
      expect(response.status).toBe(200);
      await response.arrayBuffer();
    }
    const onThePath = count();
    expect({ ...onThePath, counters: 0 }).toEqual(NOTHING);
    await worker.settle();
    expect(count().counters).toBeLessThanOrEqual(20);
    expect({ ...count(), counters: 0 }).toEqual(NOTHING);
  });

  it('include one more query of the primary before an unknown link is 4041', async () => {
    const { worker, count } = await setUp();
    const response = await worker.fetch('/i/000000000000.webp');
    expect(response.status).toBe(404);
    expect(count()).toEqual({ ...NOTHING, d1: 2, r2: 1 });
  });

  it('are none for a malformed link', async () => {
    const { worker, count } = await setUp();
    for (const path of ['/i/short.webp', '/i/000000000000.gifs', `/i/${'x'.repeat(5000)}`]) {
      expect((await worker.fetch(path)).status).toBe(404);
    }
    expect(count()).toEqual(NOTHING);
  });
});

describe('operations of a link under the other alias', () => {
  it.each(['public', 'private'] as const)(
    'are one D1 query in the time of a change, and no more, to refuse a %s link, until it is back',
    async (alias) => {
      const other = alias === 'public' ? 'private' : 'public';
      const { worker, image, reset, count } = await setUp({ visibility: other });
      const path = `/i/${image.uniqueLink}${alias === 'private' ? 'S' : ''}.webp`;
      expect((await worker.fetch(path)).status).toBe(404);
      for (let time = 1; time <= 3; time += 1) {
        worker.clock.advance(worker.services.config.CHANGE_LOOK_TTL_MS);
        reset();
        for (let refusal = 0; refusal < 3; refusal += 1) {
          expect((await worker.fetch(path)).status).toBe(404);
        }
        expect(count()).toEqual({ ...NOTHING, d1: 1 });
      }
      worker.clock.advance(worker.services.config.CHANGE_LOOK_TTL_MS);
      await runBatch(worker.services.db, [
        statement('UPDATE images SET visibility = ? WHERE id = ?', alias, image.imageId),
      ]);
      const found = alias === 'public' ? 200 : 403;
      for (let view = 0; view < 2; view += 1) {
        reset();
        const response = await worker.fetch(path);
        expect(response.status).toBe(found);
        await response.arrayBuffer();
        await worker.settle();
      }
      const second = alias === 'public' ? {} : { d1: 1, r2: 1 };
      expect({ ...count(), counters: 0 }).toEqual({ ...NOTHING, ...second });
    },
  );
});

describe('operations of a private view', () => {
  it('are none for a stranger’s request for master or admin', async () => {
    const { worker, image, count } = await setUp({ visibility: 'private' });
    for (const kind of ['master', 'admin']) {
      const response = await worker.fetch(`/i/${image.uniqueLink}S/${kind}.webp`);
      expect(response.status).toBe(404);
    }
    expect(count()).toEqual(NOTHING);
  });

  it('are one D1 query, beside the object call, to refuse a stranger', async () => {
    const { worker, image, count } = await setUp({ visibility: 'private' });
    const response = await worker.fetch(`/i/${image.uniqueLink}S.webp`);
    expect(response.status).toBe(403);
    expect(count()).toEqual({ ...NOTHING, d1: 1, r2: 1 });
  });
});
