import { beforeAll, expect, it } from 'vitest';
import { findInconsistencies } from '../../support/consistency.ts';
import { WEBP } from '../../support/fixtures.ts';
import { seedProcessingImage, seedPublishedImage, type SeededImage } from '../../support/images.ts';
import { createTestWorker } from '../../support/worker.ts';

const worker = createTestWorker();
const { DB, BUCKET } = worker.env;
let published: SeededImage;
let processing: SeededImage;

beforeAll(async () => {
  published = await seedPublishedImage(worker);
  processing = await seedProcessingImage(worker);
});

it('the check of consistency finds nothing in the state that the verbs leave', async () => {
  expect(await findInconsistencies(worker)).toEqual([]);
});

it('the check of consistency finds an object without a row, and a row without its object', async () => {
  await BUCKET.put('images/stray.webp', WEBP.lossy);
  await BUCKET.delete([published.keys.gallery, processing.sourceKey]);
  expect(await findInconsistencies(worker)).toEqual([
    'object images/stray.webp: belongs to nothing',
    `object ${published.keys.gallery}: missing (variant)`,
    `object ${processing.sourceKey}: missing (part of session ${processing.uploadId})`,
  ]);
  await BUCKET.delete('images/stray.webp');
  await BUCKET.put(published.keys.gallery, WEBP.lossy);
  await BUCKET.put(processing.sourceKey, WEBP.lossy);
});

it.each([
  ['UPDATE users SET storage_used = storage_used + 1', /^user \d+: storage_used/u],
  ['UPDATE users SET storage_reserved = storage_reserved + 1', /^user \d+: storage_reserved/u],
  ['UPDATE users SET image_count = image_count + 1', /^user \d+: image_count/u],
  ['UPDATE site_totals SET images = images + 1', /^site images/u],
  ["UPDATE publication_jobs SET status = 'done'", /^session .*: processing without a job/u],
  ["UPDATE upload_sessions SET status = 'cancelled', closed_at = 1", /^session .*: cancelled and/u],
])('the check of consistency finds what %s breaks', async (text, expected) => {
  const tables = ['users', 'site_totals', 'publication_jobs', 'upload_sessions'] as const;
  for (const table of tables) {
    await DB.exec(`CREATE TABLE saved_${table} AS SELECT * FROM ${table}`);
  }
  await DB.exec(text);
  expect((await findInconsistencies(worker)).some((found) => expected.test(found))).toBe(true);
  await DB.batch([
    DB.prepare(`UPDATE users SET (storage_used, storage_reserved, image_count) =
      (SELECT storage_used, storage_reserved, image_count FROM saved_users s WHERE s.id = users.id)`),
    DB.prepare('UPDATE site_totals SET images = (SELECT images FROM saved_site_totals)'),
    DB.prepare(`UPDATE publication_jobs SET status =
      (SELECT status FROM saved_publication_jobs s WHERE s.id = publication_jobs.id)`),
    DB.prepare(`UPDATE upload_sessions SET (status, closed_at) = (SELECT status, closed_at
      FROM saved_upload_sessions s WHERE s.upload_id = upload_sessions.upload_id)`),
    ...tables.map((table) => DB.prepare(`DROP TABLE saved_${table}`)),
  ]);
  expect(await findInconsistencies(worker)).toEqual([]);
});
