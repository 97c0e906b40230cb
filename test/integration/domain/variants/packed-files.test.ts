import { beforeEach, describe, expect, it } from 'vitest';
import { deleteImage } from '../../../../src/worker/domain/images/delete-image.ts';
import { latestWriteAt } from '../../../../src/worker/domain/erasure/late-writers.ts';
import { finishUploads } from '../../../../src/worker/domain/uploads/sweep-uploads.ts';
import { deliverOutbox } from '../../../../src/worker/jobs/deliver-outbox.ts';
import { findInconsistencies } from '../../../support/consistency.ts';
import { seedPublishedImage, seedUser, type SeededImage } from '../../../support/images.ts';
import { resetState } from '../../../support/reset-state.ts';
import { createTestWorker, type TestWorker } from '../../../support/worker.ts';

/** The platform's limit for a run of the cron. */
const RUN_MAX_MS = 900_000;

let worker: TestWorker;
let userId: number;
let image: SeededImage;

beforeEach(async () => {
  await resetState();
  worker = createTestWorker();
  userId = await seedUser(worker);
  image = await seedPublishedImage(worker, { userId });
});

const fileOf = `(SELECT image_file_id FROM images WHERE id = ?)`;

const run = (text: string) => worker.env.DB.prepare(text).bind(image.imageId).run();

describe('a file with packed variants', () => {
  it('is not deleted by the version before, which would subtract no bytes', async () => {
    const { DB } = worker.env;
    const fileId = await DB.prepare(`SELECT ${fileOf} AS id`).bind(image.imageId).first('id');
    const bind = (text: string, value: unknown) => DB.prepare(text).bind(value);
    const deletion = DB.batch([
      bind('DELETE FROM images WHERE id = ?', image.imageId),
      bind('DELETE FROM image_variants WHERE image_file_id = ?', fileId),
      bind('DELETE FROM image_files WHERE id = ?', fileId),
    ]);
    await expect(deletion).rejects.toThrow('the file has packed variants');
    expect((await worker.fetch(`/i/${image.uniqueLink}.webp`)).status).toBe(200);
    expect(await findInconsistencies(worker)).toEqual([]);
  });

  it('is not emptied by the version before, which would release no bytes', async () => {
    const emptied = run(`UPDATE image_files SET size = 0 WHERE id = ${fileOf}`);
    await expect(emptied).rejects.toThrow('the file has packed variants');
    expect(await findInconsistencies(worker)).toEqual([]);
  });

  it('keeps its upload from a sweep of the version before, which would erase its objects', async () => {
    const { env, clock, services } = worker;
    const now = clock.now();
    const session = () =>
      env.DB.prepare(
        'SELECT status, erase_due_at - closed_at AS wait FROM upload_sessions',
      ).first();
    await env.DB.exec(
      "UPDATE upload_sessions SET status = 'cleanup_pending', closed_at = NULL, erase_due_at = NULL",
    );
    // In its next statements it erases the objects of the sessions that this one returns.
    const { results } = await env.DB.prepare(
      `UPDATE upload_sessions SET status = 'completed', reserved_bytes = 0, closed_at = ?, erase_due_at = ?
       WHERE upload_id = ? AND status = 'cleanup_pending' RETURNING upload_id`,
    )
      .bind(now, latestWriteAt(now, services.config), image.uploadId)
      .all();
    expect(results).toEqual([]);
    expect(await session()).toMatchObject({ status: 'cleanup_pending' });
    expect(await finishUploads(services)).toBe(1);
    expect(await session()).toEqual({ status: 'completed', wait: RUN_MAX_MS });
    expect((await worker.fetch(`/i/${image.uniqueLink}.webp`)).status).toBe(200);
    expect(await findInconsistencies(worker)).toEqual([]);
  });

  it('is deleted with all of its objects and no other image', async () => {
    const other = await seedPublishedImage(worker, { userId });
    await deleteImage(worker.services, { kind: 'web', userId }, image.imageId);
    await deliverOutbox(worker.services, 'erase');
    const { objects } = await worker.env.BUCKET.list();
    const folders = new Set(objects.map(({ key }) => key.split('/').at(-2)));
    expect(folders).toEqual(new Set([other.uniqueLink]));
    expect(await findInconsistencies(worker)).toEqual([]);
  });

  it('gives no bytes when its variants are cut off or unknown', async () => {
    const whole = await worker.env.DB.prepare(`SELECT hex(variants) AS v FROM image_files`).first(
      'v',
    );
    for (const hex of [String(whole).slice(0, -2), `FF${String(whole).slice(2)}`]) {
      await run(`UPDATE image_files SET variants = x'${hex}' WHERE id = ${fileOf}`);
      const answer = await createTestWorker().fetch(`/i/${image.uniqueLink}.webp`);
      expect(answer.status).toBe(500);
      expect(answer.headers.get('Content-Type')).not.toContain('image/');
    }
  });
});
