import { beforeEach, describe, expect, it } from 'vitest';
import { expireFailedJobs } from '../../../../src/worker/domain/publication/expire-jobs.ts';
import { retryPublication } from '../../../../src/worker/domain/publication/retry-publication.ts';
import { findInconsistencies } from '../../../support/consistency.ts';
import { failPublication } from '../../../support/fail-publication.ts';
import { seedProcessingImage, type SeededImage } from '../../../support/images.ts';
import { crashAt, type Interceptor } from '../../../support/instrument.ts';
import { holdMessages, readState, recover } from '../../../support/publication.ts';
import { resetState } from '../../../support/reset-state.ts';
import { createTestWorker, type TestWorker } from '../../../support/worker.ts';

/** Of a release: select, batch, erase. */
const OPERATIONS = 3;
const ERASED_AGAIN_MS = 900_000;

let worker: TestWorker;

beforeEach(async () => {
  await resetState();
  worker = createTestWorker();
});

/** Publications of several users whose retention is over. */
const seedExpired = async (count: number): Promise<SeededImage[]> => {
  const seeded: SeededImage[] = [];
  for (let n = 0; n < count; n += 1) {
    const image = await seedProcessingImage(worker);
    await failPublication(worker, image.uploadId);
    seeded.push(image);
  }
  return seeded;
};

const expireWith = (intercept?: Interceptor): Promise<number> =>
  expireFailedJobs(
    createTestWorker({ clock: worker.clock, ...(intercept && { intercept }) }).services,
  );

const expectReleased = async (seeded: readonly SeededImage[]): Promise<void> => {
  for (const image of seeded) {
    expect(await readState(worker, image)).toMatchObject({
      job: null,
      reserved: 0,
      failure: expect.stringContaining('no longer kept'),
    });
  }
  const ids = seeded.map(({ userId }) => userId).join();
  const { results } = await worker.env.DB.prepare(
    `SELECT DISTINCT storage_used, storage_reserved, image_count FROM users WHERE id IN (${ids})`,
  ).all();
  expect(results).toEqual([{ storage_used: 0, storage_reserved: 0, image_count: 1 }]);
};

const countObjects = async (): Promise<number> => (await worker.env.BUCKET.list()).objects.length;

describe('failed publications whose retention is over', () => {
  it('are released together', async () => {
    const seeded = await seedExpired(3);
    let calls = 0;
    const count: Interceptor = async (_call, proceed) => {
      calls += 1;
      return proceed();
    };
    expect(await expireWith(count)).toBe(3);
    expect(calls).toBe(OPERATIONS);
    await expectReleased(seeded);
    expect(await countObjects()).toBe(0);
    expect(await findInconsistencies(worker)).toEqual([]);
  });

  it('are released but for one that an administrator restarts meanwhile, which keeps all', async () => {
    const seeded = await seedExpired(5);
    const restarted = seeded[3] as SeededImage;
    const { services } = holdMessages(worker);
    let isRestarted = false;
    const restart: Interceptor = async ({ method }, proceed) => {
      if (method === 'batch' && !isRestarted) {
        isRestarted = true;
        await retryPublication(services, null, restarted.imageId);
      }
      return proceed();
    };
    expect(await expireWith(restart)).toBe(4);
    await expectReleased(seeded.filter((image) => image !== restarted));
    expect(await readState(worker, restarted)).toMatchObject({ image: 'pending', job: 'queued' });
    await recover(worker, 20);
    expect(await readState(worker, restarted)).toMatchObject({ image: 'completed' });
    expect(await findInconsistencies(worker)).toEqual([]);
  });

  it('are released once by two sweeps at once', async () => {
    const seeded = await seedExpired(5);
    const counts = await Promise.all([expireWith(), expireWith()]);
    expect(counts.reduce((sum, count) => sum + count)).toBe(5);
    await expectReleased(seeded);
    expect(await countObjects()).toBe(0);
    expect(await findInconsistencies(worker)).toEqual([]);
  });

  it('whose objects the bucket does not erase leave them to the sweep of their sessions', async () => {
    const seeded = await seedExpired(3);
    const fail: Interceptor = async ({ method }, proceed) => {
      if (method === 'delete') throw new Error('no bucket');
      return proceed();
    };
    expect(await expireWith(fail)).toBe(3);
    await expectReleased(seeded);
    expect(await countObjects()).toBe(12);
    worker.clock.advance(ERASED_AGAIN_MS);
    await recover(worker, 1);
    expect(await countObjects()).toBe(0);
    expect(await findInconsistencies(worker)).toEqual([]);
  });

  it.each(['before', 'after'] as const)(
    'are released once when the worker dies %s any operation',
    async (moment) => {
      for (let index = 0; index < OPERATIONS; index += 1) {
        const seeded = await seedExpired(3);
        const crash = crashAt(index, moment);
        await expireWith(crash.intercept).catch(() => undefined);
        expect(crash.fired).toBe(true);
        await recover(worker, 1);
        await expectReleased(seeded);
        worker.clock.advance(ERASED_AGAIN_MS);
        await recover(worker, 1);
        expect(await countObjects()).toBe(0);
        expect(await findInconsistencies(worker)).toEqual([]);
      }
    },
  );
});
