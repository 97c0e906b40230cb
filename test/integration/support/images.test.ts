import { beforeEach, expect, it } from 'vitest';
import { seedProcessingImage, seedPublishedImage } from '../../support/images.ts';
import { resetState } from '../../support/reset-state.ts';
import { createTestWorker } from '../../support/worker.ts';
import { readRows, statement } from '../../support/sql.ts';

beforeEach(resetState);

it('a seeded published image has four objects, and totals that agree with its rows', async () => {
  const worker = createTestWorker();
  const seeded = await seedPublishedImage(worker);
  const listed = await worker.env.BUCKET.list();
  expect(listed.objects.map(({ key }) => key).sort()).toEqual(Object.values(seeded.keys).sort());
  const [sums] = await readRows<Record<string, number>>(
    worker.services.db,
    statement(
      `SELECT u.storage_used AS used, f.size, (SELECT sum(size) FROM image_files) AS variants
           FROM users u, image_files f WHERE u.id = ? AND f.id = ?`,
      seeded.userId,
      seeded.imageFileId,
    ),
  );
  expect(sums?.['used']).toBe(sums?.['variants']);
  expect(sums?.['size']).toBe(sums?.['variants']);
});

it('a seeded processing image has its source in staging and its reservation held', async () => {
  const worker = createTestWorker();
  const seeded = await seedProcessingImage(worker);
  expect(await worker.env.BUCKET.head(seeded.sourceKey)).not.toBeNull();
  expect(await worker.env.BUCKET.head(seeded.keys.publish)).toBeNull();
  const [row] = await readRows<Record<string, number>>(
    worker.services.db,
    statement(
      `SELECT u.storage_reserved, s.reserved_bytes FROM users u JOIN upload_sessions s ON s.user_id = u.id
           WHERE s.upload_id = ?`,
      seeded.uploadId,
    ),
  );
  expect(row?.['storage_reserved']).toBe(row?.['reserved_bytes']);
});
