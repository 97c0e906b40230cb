import { beforeEach, describe, expect, it } from 'vitest';
import { publishImage } from '../../../../src/worker/domain/publication/publish-image.ts';
import { call } from '../../../support/api-call.ts';
import { WEBP } from '../../../support/fixtures.ts';
import { seedProcessingImage } from '../../../support/images.ts';
import { LegacyJobs } from '../../../support/legacy-jobs.ts';
import { convertImage, seedQueuedLegacyImage } from '../../../support/legacy-images.ts';
import { type Interceptor } from '../../../support/instrument.ts';
import { registerAndLogin, type Person } from '../../../support/people.ts';
import { createTestWorker, type TestWorker } from '../../../support/worker.ts';

const LARGE = { width: 2700, height: 2000 };
const HUGE = { width: 9000, height: 9000 };
/** 5 bytes of constants and 4 bits for each wave. */
const THUMB_HASH = /^[A-Za-z0-9+/]{20,34}={0,2}$/u;

interface Listed {
  readonly images: readonly { readonly id: number; readonly thumb_hash: string | null }[];
}

let worker: TestWorker;
let owner: Person;

beforeEach(async () => {
  worker = createTestWorker();
  owner = await registerAndLogin(worker);
});

const readHash = async (imageId: number): Promise<string | null> => {
  const { data } = await call<Listed>(worker, owner, 'GET', '/images/?limit=100');
  const detail = await call<Listed['images'][number]>(worker, owner, 'GET', `/images/${imageId}`);
  const listed = data.images.find(({ id }) => id === imageId);
  expect(listed?.thumb_hash).toBe(detail.data.thumb_hash);
  return detail.data.thumb_hash;
};

const SEEDS = [
  [
    'pipeline 2',
    () => seedProcessingImage(worker, { userId: owner.userId, source: WEBP.lossyExif }),
  ],
  ['pipeline 1', () => seedQueuedLegacyImage(worker, { userId: owner.userId })],
] as const;

describe.each(SEEDS)('the ThumbHash of an image of %s', (_, seed) => {
  it('is in lists and details from publication on', async () => {
    const { imageId, jobId } = await seed();
    expect(await readHash(imageId)).toBeNull();
    expect(await publishImage(worker.services, jobId)).toEqual({ outcome: 'published' });
    expect(await readHash(imageId)).toMatch(THUMB_HASH);
  });

  it('is not there when the batch that publishes fails, and is when it is repeated', async () => {
    const { imageId, jobId } = await seed();
    let isBroken = false;
    const breakCommit: Interceptor = async ({ binding, method }, proceed) => {
      if (binding === 'DB' && isBroken) throw new Error('the database is out of reach');
      isBroken ||= binding === 'BUCKET' && method === 'put';
      return proceed();
    };
    const broken = createTestWorker({ clock: worker.clock, intercept: breakCommit });
    await publishImage(broken.services, jobId).catch(() => undefined);
    expect(await readHash(imageId)).toBeNull();
    worker.clock.advance(3_600_000);
    expect(await publishImage(worker.services, jobId)).toEqual({ outcome: 'published' });
    expect(await readHash(imageId)).toMatch(THUMB_HASH);
  });
});

describe('a ThumbHash', () => {
  it.each([
    ['by the image service', true],
    ['by nobody', false],
  ])(
    'is there although the WebP is too large for the isolate and made %s',
    async (_, hasService) => {
      const original = await convertImage(WEBP.lossy, 'image/jpeg', LARGE);
      const seed = { userId: owner.userId, original, size: LARGE };
      const image = await seedQueuedLegacyImage(worker, seed);
      const { services } = worker;
      const imageService = hasService ? services.imageService : null;
      const published = await publishImage({ ...services, imageService }, image.jobId);
      expect(published).toEqual({ outcome: 'published' });
      expect(await readHash(image.imageId)).toMatch(THUMB_HASH);
      const variants = hasService ? 'original webp' : 'original';
      expect(await new LegacyJobs(worker).readState(image)).toMatchObject({ variants });
    },
  );

  it('is null of an image that is published without having been decoded', async () => {
    const original = { bytes: WEBP.lossy, mimeType: 'image/webp' };
    const { imageId, jobId } = await seedQueuedLegacyImage(worker, {
      userId: owner.userId,
      original,
      size: HUGE,
    });
    const unserved = createTestWorker({ clock: worker.clock });
    await publishImage({ ...unserved.services, imageService: null }, jobId);
    expect(await readHash(imageId)).toBeNull();
  });
});
