import { beforeEach, describe, expect, it } from 'vitest';
import { publishImage } from '../../../../src/worker/domain/publication/publish-image.ts';
import { retryPublication } from '../../../../src/worker/domain/publication/retry-publication.ts';
import { findInconsistencies } from '../../../support/consistency.ts';
import { WEBP } from '../../../support/fixtures.ts';
import { seedProcessingImage, type SeededImage } from '../../../support/images.ts';
import { crashAt, type Interceptor } from '../../../support/instrument.ts';
import {
  holdMessages,
  readState,
  recover,
  storedSha256,
  storeSettings,
} from '../../../support/publication.ts';
import { createTestWorker, type TestWorker } from '../../../support/worker.ts';

const ADMIN = { userId: 1 };
const GIVEN_BACK = { storage_used: 0, storage_reserved: 0, image_count: 1 };

/** A sound container around a bitstream that no decoder accepts. */
const UNDECODABLE = WEBP.losslessAlpha.map((byte, at) => (at < 26 ? byte : 0xff));

let worker: TestWorker;

beforeEach(() => {
  worker = createTestWorker();
});

const readSums = ({ userId }: SeededImage) =>
  worker.env.DB.prepare(
    'SELECT storage_used, storage_reserved, image_count FROM users WHERE id = ?',
  )
    .bind(userId)
    .first();

const storedKeys = async ({ keys, sourceKey }: SeededImage): Promise<string[]> => {
  const all = [...Object.values(keys), sourceKey];
  const heads = await Promise.all(all.map((key) => worker.env.BUCKET.head(key)));
  return all.filter((_, index) => heads[index] !== null);
};

const breakGets: Interceptor = async ({ binding, method }, proceed) => {
  if (binding === 'BUCKET' && method === 'get') throw new Error('the bucket is out of reach');
  return proceed();
};

/** Fails every commit: the batch that follows a put. */
const breakCommits = (): Interceptor => {
  let isStored = false;
  return async ({ binding, method }, proceed) => {
    if (binding === 'BUCKET' && method === 'put') isStored = true;
    if (binding === 'DB' && isStored) {
      isStored = false;
      throw new Error('the database is out of reach');
    }
    return proceed();
  };
};

/** Runs a broken job until its attempts are used up. */
const exhaust = async (seeded: SeededImage, intercept = breakGets): Promise<string[]> => {
  const broken = createTestWorker({ clock: worker.clock, intercept });
  const outcomes: string[] = [];
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const { outcome } = await publishImage(broken.services, seeded.jobId);
    outcomes.push(outcome);
    worker.clock.advance(600_000);
  }
  return outcomes;
};

describe('a source that does not decode', () => {
  it('fails the image, notifies its owner with the reason, and is released', async () => {
    const seeded = await seedProcessingImage(worker, { source: UNDECODABLE });
    expect(await publishImage(worker.services, seeded.jobId)).toEqual({ outcome: 'failed' });
    expect(await readState(worker, seeded)).toMatchObject({
      image: 'failed',
      session: 'failed',
      job: 'failed',
      attempts: 1,
      failure: expect.stringContaining('decoded'),
      reserved: 0,
      events: 'failed',
      notifications: 1,
    });
    expect(await readSums(seeded)).toEqual(GIVEN_BACK);
    expect(await storedKeys(seeded)).toEqual([]);
    expect(await findInconsistencies(worker)).toEqual([]);
  });

  it('is not retried by messages, the sweep or an administrator', async () => {
    const seeded = await seedProcessingImage(worker, { source: UNDECODABLE });
    await publishImage(worker.services, seeded.jobId);
    await recover(worker, 3);
    expect(await publishImage(worker.services, seeded.jobId)).toEqual({ outcome: 'not_ours' });
    await expect(
      retryPublication(holdMessages(worker).services, ADMIN, seeded.imageId),
    ).rejects.toMatchObject({ reason: 'publication_conflict' });
    expect(await readState(worker, seeded)).toMatchObject({ attempts: 1, notifications: 1 });
  });

  it('is released exactly once when the worker dies after any operation', async () => {
    let index = 0;
    for (; index < 20; index += 1) {
      const seeded = await seedProcessingImage(worker, { source: UNDECODABLE });
      const crash = crashAt(index, 'after');
      const dying = createTestWorker({ clock: worker.clock, intercept: crash.intercept });
      await publishImage(dying.services, seeded.jobId).catch(() => undefined);
      worker.clock.advance(worker.services.config.PUBLICATION_LEASE_MS);
      await recover(worker, 2);
      expect(await readState(worker, seeded)).toMatchObject({
        image: 'failed',
        notifications: 1,
      });
      expect(await readSums(seeded)).toEqual(GIVEN_BACK);
      // A second time once no worker can still store a late result.
      worker.clock.advance(900_000);
      await recover(worker, 1);
      expect(await storedKeys(seeded)).toEqual([]);
      expect(await findInconsistencies(worker)).toEqual([]);
      if (!crash.fired) break;
    }
    // Claim, get, fail, delete.
    expect(index).toBe(4);
  });
});

describe('other permanent failures', () => {
  it('include a missing source', async () => {
    const seeded = await seedProcessingImage(worker);
    await worker.env.BUCKET.delete(seeded.sourceKey);
    expect(await publishImage(worker.services, seeded.jobId)).toEqual({ outcome: 'failed' });
    const { failure } = await readState(worker, seeded);
    expect(failure).toContain('lost');
    expect(await findInconsistencies(worker)).toEqual([]);
  });

  it('include a result larger than its reservation', async () => {
    const seeded = await seedProcessingImage(worker);
    const tooLittle = WEBP.lossy.byteLength - 1;
    await worker.env.DB.batch(
      [
        `UPDATE users SET storage_reserved = ${tooLittle} WHERE id = ${seeded.userId}`,
        `UPDATE upload_sessions SET reserved_bytes = ${tooLittle} WHERE upload_id = '${seeded.uploadId}'`,
        'UPDATE site_totals SET storage_reserved = (SELECT sum(storage_reserved) FROM users)',
      ].map((text) => worker.env.DB.prepare(text)),
    );
    expect(await publishImage(worker.services, seeded.jobId)).toEqual({ outcome: 'failed' });
    expect((await readState(worker, seeded)).failure).toContain('reserved');
    expect(await storedKeys(seeded)).toEqual([]);
    expect(await findInconsistencies(worker)).toEqual([]);
  });
});

describe('publication attempts', () => {
  it.each(['before', 'after'] as const)(
    'that fail %s one operation are repeated until the image is published, once',
    async (moment) => {
      for (let broken = 1; broken < 6; broken += 1) {
        const seeded = await seedProcessingImage(worker);
        let position = -1;
        const intercept: Interceptor = async (_call, proceed) => {
          position += 1;
          if (position !== broken) return proceed();
          if (moment === 'after') await proceed();
          throw new Error('connection lost');
        };
        const shaky = createTestWorker({ clock: worker.clock, intercept });
        const { outcome } = await publishImage(shaky.services, seeded.jobId);
        expect(outcome).not.toBe('failed');
        worker.clock.advance(worker.services.config.PUBLICATION_LEASE_MS);
        await recover(worker, 2);
        const { image, session } = await readState(worker, seeded);
        expect([image, session]).toEqual(['completed', 'completed']);
        expect(await findInconsistencies(worker)).toEqual([]);
      }
    },
  );

  it('end after five, with objects and reservation kept and the owner notified once', async () => {
    const seeded = await seedProcessingImage(worker);
    const before = await readSums(seeded);
    const outcomes = await exhaust(seeded);
    expect(outcomes).toEqual(['postponed', 'postponed', 'postponed', 'postponed', 'failed']);
    expect(await readState(worker, seeded)).toMatchObject({
      image: 'failed',
      session: 'failed',
      job: 'failed',
      attempts: 5,
      lastError: 'the bucket is out of reach',
      notifications: 1,
    });
    expect(await readSums(seeded)).toEqual(before);
    expect(await storedKeys(seeded)).toHaveLength(4);
    expect(await findInconsistencies(worker)).toEqual([]);
  });

  it('start over when an administrator retries, and end like any others', async () => {
    const seeded = await seedProcessingImage(worker);
    await exhaust(seeded);
    const { services, sent } = holdMessages(worker);
    await retryPublication(services, ADMIN, seeded.imageId);
    expect(sent).toEqual([seeded.jobId]);
    expect(await readState(worker, seeded)).toMatchObject({
      image: 'pending',
      failure: null,
      session: 'processing',
      job: 'queued',
      attempts: 0,
    });
    expect(await publishImage(services, seeded.jobId)).toEqual({ outcome: 'published' });
    expect(await findInconsistencies(worker)).toEqual([]);
  });

  it('start over through the sweep when the administrator’s message is lost', async () => {
    const seeded = await seedProcessingImage(worker);
    await exhaust(seeded);
    const services = {
      ...worker.services,
      publishQueue: { send: () => Promise.reject(new Error('the queue is out of reach')) },
    };
    await retryPublication(services, ADMIN, seeded.imageId);
    await recover(worker, 2);
    expect((await readState(worker, seeded)).image).toBe('completed');
  });

  it('that stored a result without committing it leave it to the next attempt', async () => {
    const seeded = await seedProcessingImage(worker);
    expect(await exhaust(seeded, breakCommits())).toContain('failed');
    const stored = await storedSha256(worker, seeded.keys.publish);
    expect(stored).not.toBeNull();
    expect(await findInconsistencies(worker)).toEqual([]);

    const { services } = holdMessages(worker);
    await retryPublication(services, ADMIN, seeded.imageId);
    await storeSettings(worker, { watermark_enabled: 'true', watermark_text: 'Tintype' });
    await publishImage(services, seeded.jobId);
    await worker.env.DB.exec('DELETE FROM settings');
    expect((await readState(worker, seeded)).publishSha256).toBe(stored);
    expect(await findInconsistencies(worker)).toEqual([]);
  });

  it('cannot be restarted for an image that is unknown or has not failed', async () => {
    const { services } = holdMessages(worker);
    await expect(retryPublication(services, ADMIN, 999_999)).rejects.toMatchObject({
      reason: 'publication_not_found',
    });
    const seeded = await seedProcessingImage(worker);
    await expect(retryPublication(services, ADMIN, seeded.imageId)).rejects.toMatchObject({
      reason: 'publication_conflict',
    });
  });
});

describe('a failed publication', () => {
  const afterRetention = () => {
    worker.clock.advance(worker.services.config.PUBLICATION_FAILED_RETENTION_MS);
  };

  it('releases everything after its retention', async () => {
    const seeded = await seedProcessingImage(worker);
    await exhaust(seeded);
    await recover(worker, 3);
    expect(await storedKeys(seeded)).toHaveLength(4);
    afterRetention();
    await recover(worker, 1);
    expect(await readState(worker, seeded)).toMatchObject({
      image: 'failed',
      job: null,
      failure: expect.stringContaining('no longer kept'),
      notifications: 1,
    });
    expect(await readSums(seeded)).toEqual(GIVEN_BACK);
    expect(await storedKeys(seeded)).toEqual([]);
    expect(await findInconsistencies(worker)).toEqual([]);
  });

  it('leaves nothing of a result that was stored and never committed', async () => {
    const seeded = await seedProcessingImage(worker);
    await exhaust(seeded, breakCommits());
    afterRetention();
    await recover(worker, 1);
    expect(await storedKeys(seeded)).toEqual([]);
    expect(await findInconsistencies(worker)).toEqual([]);
  });

  it('of a source that does not decode keeps its reason, and loses only its job row', async () => {
    const seeded = await seedProcessingImage(worker, { source: UNDECODABLE });
    await publishImage(worker.services, seeded.jobId);
    afterRetention();
    await recover(worker, 1);
    expect(await readState(worker, seeded)).toMatchObject({
      job: null,
      failure: expect.stringContaining('decoded'),
    });
    expect(await findInconsistencies(worker)).toEqual([]);
  });
});

describe('a published job', () => {
  it('is forgotten after a day', async () => {
    const seeded = await seedProcessingImage(worker);
    await publishImage(worker.services, seeded.jobId);
    worker.clock.advance(86_400_000 - 60_001);
    await recover(worker, 1);
    expect((await readState(worker, seeded)).job).toBe('done');
    await recover(worker, 1);
    expect(await readState(worker, seeded)).toMatchObject({
      job: null,
      events: null,
    });
    expect(await findInconsistencies(worker)).toEqual([]);
  });
});
