import { beforeEach, describe, expect, it } from 'vitest';
import { inspectWebp } from '../../../../src/imaging/webp/walker.ts';
import { publishImage } from '../../../../src/worker/domain/publication/publish-image.ts';
import { findInconsistencies } from '../../../support/consistency.ts';
import { WEBP } from '../../../support/fixtures.ts';
import { seedProcessingImage } from '../../../support/images.ts';
import { callsAt, countInto, type Tally } from '../../../support/instrument.ts';
import { readState, storedSha256, storeSettings } from '../../../support/publication.ts';
import { createTestWorker, type TestWorker } from '../../../support/worker.ts';

const MARK = { watermark_enabled: 'true', watermark_text: 'Tintype', watermark_scale: '0.9' };

let worker: TestWorker;

beforeEach(async () => {
  worker = createTestWorker();
  await worker.env.DB.exec('DELETE FROM settings');
});

const setStatus = (userId: number, status: string) =>
  worker.env.DB.batch([
    worker.env.DB.prepare('UPDATE users SET status = ? WHERE id = ?').bind(status, userId),
    worker.env.DB.prepare(
      "UPDATE site_totals SET active_users = (SELECT count(*) FROM users WHERE status = 'active')",
    ),
  ]);

describe('a publication', () => {
  it('starts when its message arrives at the Worker', async () => {
    const seeded = await seedProcessingImage(worker, { source: WEBP.lossyExif });
    await worker.env.PUBLISH_QUEUE.send({ jobId: seeded.jobId });
    await expect.poll(async () => (await readState(worker, seeded)).session).toBe('completed');
    expect(await readState(worker, seeded)).toMatchObject({
      image: 'completed',
      job: 'done',
      reserved: 0,
      events: null,
    });
    expect(await findInconsistencies(worker)).toEqual([]);
  });

  it('stores a sound WebP without the EXIF of its source and erases the source', async () => {
    const seeded = await seedProcessingImage(worker, { source: WEBP.lossyExif });
    const outcome = await publishImage(worker.services, seeded.jobId);
    expect(outcome).toEqual({ outcome: 'published' });
    const stored = await worker.services.objects.read(seeded.keys.publish);
    const info = inspectWebp(stored ?? new Uint8Array());
    expect(info.ok && info.value.hasExif).toBe(false);
    expect(info).toMatchObject({ ok: true });
    expect(await worker.env.BUCKET.head(seeded.sourceKey)).toBeNull();
  });

  const measure = async (): Promise<Tally> => {
    const seeded = await seedProcessingImage(worker);
    const tally: Tally = { calls: {}, rowsRead: 0, rowsWritten: 0 };
    const counted = createTestWorker({ clock: worker.clock, intercept: countInto(tally) });
    expect(await publishImage(counted.services, seeded.jobId)).toEqual({ outcome: 'published' });
    return tally;
  };

  it('takes three D1 round trips, one get, one put and one delete', async () => {
    const tally = await measure();
    expect(callsAt(tally, 'DB')).toBe(3);
    expect(tally.calls).toMatchObject({ 'BUCKET.get': 1, 'BUCKET.put': 1, 'BUCKET.delete': 1 });
    expect(callsAt(tally, 'BUCKET')).toBe(3);
  });

  it('reads and writes few rows, and no more of them when there are more images', async () => {
    const alone = await measure();
    for (let others = 0; others < 20; others += 1) await seedProcessingImage(worker);
    const among = await measure();
    expect([among.rowsRead, among.rowsWritten]).toEqual([alone.rowsRead, alone.rowsWritten]);
    expect(among.rowsRead).toBeLessThanOrEqual(64);
    expect(among.rowsWritten).toBeLessThanOrEqual(21);
  });

  it('converts reserved bytes to used bytes, for the user and the site', async () => {
    const seeded = await seedProcessingImage(worker);
    await publishImage(worker.services, seeded.jobId);
    const user = await worker.env.DB.prepare(
      'SELECT storage_used, storage_reserved FROM users WHERE id = ?',
    )
      .bind(seeded.userId)
      .first();
    expect(user).toEqual({ storage_used: 4 * WEBP.lossy.byteLength, storage_reserved: 0 });
    expect(await findInconsistencies(worker)).toEqual([]);
  });

  it('happens once when its message is delivered twice', async () => {
    const seeded = await seedProcessingImage(worker);
    await publishImage(worker.services, seeded.jobId);
    expect(await publishImage(worker.services, seeded.jobId)).toEqual({ outcome: 'not_ours' });
    expect((await readState(worker, seeded)).events).toBeNull();
  });

  it('ignores a message for an unknown job', async () => {
    expect(await publishImage(worker.services, 999_999)).toEqual({ outcome: 'not_ours' });
  });
});

describe('the watermark', () => {
  it('is drawn on publish and on no other variant', async () => {
    await storeSettings(worker, MARK);
    const seeded = await seedProcessingImage(worker);
    const before = await storedSha256(worker, seeded.keys.master);
    expect(await publishImage(worker.services, seeded.jobId)).toEqual({ outcome: 'published' });
    const source = await storedSha256(worker, seeded.keys.gallery);
    expect(await storedSha256(worker, seeded.keys.publish)).not.toBe(source);
    expect(await storedSha256(worker, seeded.keys.master)).toBe(before);
    expect(await findInconsistencies(worker)).toEqual([]);
  });
});

describe('an account that is not active', () => {
  it.each(['suspended', 'pending_deletion', 'deleting'])(
    'has no publication while %s, keeps its attempts, and continues later',
    async (status) => {
      const seeded = await seedProcessingImage(worker);
      await setStatus(seeded.userId, status);
      expect(await publishImage(worker.services, seeded.jobId)).toEqual({ outcome: 'held' });
      expect(await readState(worker, seeded)).toMatchObject({ job: 'queued', attempts: 0 });
      expect(await worker.env.BUCKET.head(seeded.keys.publish)).toBeNull();

      await setStatus(seeded.userId, 'active');
      worker.clock.advance(900_000);
      expect(await publishImage(worker.services, seeded.jobId)).toEqual({ outcome: 'published' });
    },
  );

  it('is noticed by the commit when it was suspended during the work', async () => {
    const seeded = await seedProcessingImage(worker);
    const suspending = createTestWorker({
      clock: worker.clock,
      intercept: async ({ binding, method }, proceed) => {
        if (binding === 'BUCKET' && method === 'put') await setStatus(seeded.userId, 'suspended');
        return proceed();
      },
    });
    expect(await publishImage(suspending.services, seeded.jobId)).toEqual({ outcome: 'not_ours' });
    expect(await readState(worker, seeded)).toMatchObject({
      image: 'processing',
      publishSha256: null,
    });
    await setStatus(seeded.userId, 'active');
    worker.clock.advance(worker.services.config.PUBLICATION_LEASE_MS);
    expect(await publishImage(worker.services, seeded.jobId)).toEqual({ outcome: 'published' });
    expect(await findInconsistencies(worker)).toEqual([]);
  });
});
