import { expect, it } from 'vitest';
import { indexLibraries } from '../../../../src/worker/domain/images/index-libraries.ts';
import { makeImage } from '../../../../src/worker/domain/uploads/make-image.ts';
import { packTaken } from '../../../../src/worker/domain/texts/stored-taken.ts';
import { sweep } from '../../../../src/worker/jobs/sweep.ts';
import { newUniqueLink, newUploadId } from '../../../../src/shared/ids.ts';
import { variantKey } from '../../../../src/worker/storage/keys.ts';
import { crashAt } from '../../../support/instrument.ts';
import { listAll, listPage } from '../../../support/lists.ts';
import { registerAndLogin } from '../../../support/people.ts';
import { readRows, statement } from '../../../support/sql.ts';
import { createTestWorker } from '../../../support/worker.ts';

const LARGEST_SMALL = 5000;
const IMAGES_PER_BATCH = 200;
/** `deep` stands beyond the first 320 characters. */
const TERMS = ['q', 'ua', 'zebra', 'quay 1500', '_0001234.', 'deep', 'nothing'];
const MATCHES = [10, 10, 10, 1, 1, 10, 0];

it('a library that grows above 5,000 images is indexed, and answers as before all the while', async () => {
  const worker = createTestWorker();
  const { db } = worker.services;
  const person = await registerAndLogin(worker);
  const { userId } = person;

  const add = (number: number) => {
    const uniqueLink = newUniqueLink();
    const digits = String(number).padStart(4, '0');
    const isRare = number % 500 === 0;
    const objectKey = variantKey('images', uniqueLink, 'master');
    const size = { size: 1, sha256: '0'.repeat(64), width: 1, height: 1 };
    return makeImage({
      uploadId: newUploadId(),
      uniqueLink,
      userId,
      pipelineVersion: 2,
      filename: isRare ? `zebra quay ${digits}.png` : `IMG_000${digits}.jpg`,
      title: null,
      description: isRare ? `${'x'.repeat(330)} deep` : '',
      altText: '',
      visibility: 'private',
      width: 1,
      height: 1,
      fileSize: 1,
      variants: [{ kind: 'master', objectKey, mimeType: 'image/webp', ...size, createdAt: number }],
      reservedBytes: 0,
      sourceKey: null,
      ...packTaken({}),
      now: worker.clock.now() + number,
    });
  };
  const addRange = async (from: number, to: number): Promise<void> => {
    for (let first = from; first <= to; first += IMAGES_PER_BATCH) {
      const count = Math.min(IMAGES_PER_BATCH, to - first + 1);
      const batches = Array.from({ length: count }, (_, index) => add(first + index));
      await db.batch({ all: batches.flatMap((batch) => Object.values(batch).flat()) });
    }
  };
  const answers = async () => {
    const found = [];
    for (const search of TERMS) found.push(await listAll(worker, person, { search }));
    const sorts = ['created_at', 'title'];
    for (const sort of sorts) found.push((await listPage(worker, person, { sort })).data.images);
    return found;
  };
  const state = async () =>
    readRows<{ stage: number; images: number; indexed: number }>(
      db,
      statement(`SELECT library_stage AS stage, image_count AS images,
        (SELECT count(DISTINCT image_id) FROM image_suffixes WHERE user_id = ${userId}) AS indexed
        FROM users WHERE id = ${userId}`),
    );

  await addRange(1, LARGEST_SMALL);
  await sweep(worker.services);
  expect(await state()).toEqual([{ stage: 0, images: 5000, indexed: 0 }]);
  const before = await answers();
  expect(before.slice(0, TERMS.length).map(({ length }) => length)).toEqual(MATCHES);

  await addRange(LARGEST_SMALL + 1, LARGEST_SMALL + 3);
  // A new image is indexed as it comes; the others wait for the cron.
  expect(await state()).toEqual([{ stage: 1, images: 5003, indexed: 2 }]);
  expect(await answers()).toEqual(before);

  const crash = crashAt(8, 'after');
  const crashing = createTestWorker({ clock: worker.clock, intercept: crash.intercept });
  await expect(indexLibraries(crashing.services)).rejects.toThrow();
  const [halfway] = await state();
  expect(halfway).toMatchObject({ stage: 1, images: 5003 });
  expect(halfway?.indexed).toBeGreaterThan(1000);
  expect(halfway?.indexed).toBeLessThan(LARGEST_SMALL);
  expect(await answers()).toEqual(before);

  await sweep(worker.services);
  expect(await state()).toEqual([{ stage: 2, images: 5003, indexed: 5003 }]);
  expect(await answers()).toEqual(before);
  await addRange(LARGEST_SMALL + 4, LARGEST_SMALL + 4);
  expect(await state()).toEqual([{ stage: 2, images: 5004, indexed: 5004 }]);
  expect(await listAll(worker, person, { search: '_0005004' })).toHaveLength(1);
});
