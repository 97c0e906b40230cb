import { beforeEach, describe, expect, it, vi } from 'vitest';
import { publishImage } from '../../../../src/worker/domain/publication/publish-image.ts';
import { trashImage } from '../../../../src/worker/domain/images/trash-image.ts';
import type { JobOutcome } from '../../../../src/worker/domain/publication/run-job.ts';
import { LeasedSemaphore } from '../../../../src/worker/lib/leased-semaphore.ts';
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
import { resendJobs } from '../../../../src/worker/domain/publication/resend-jobs.ts';

let worker: TestWorker;

beforeEach(async () => {
  worker = createTestWorker();
  await worker.env.DB.exec('DELETE FROM settings');
});

const expectPublishedOnce = async (seeded: SeededImage) => {
  const state = await readState(worker, seeded);
  expect(state).toMatchObject({ image: 'completed', session: 'completed', notifications: 0 });
  expect(state.publishSha256).not.toBeNull();
  expect(await storedSha256(worker, seeded.keys.publish)).toBe(state.publishSha256);
  expect(await worker.env.BUCKET.head(seeded.sourceKey)).toBeNull();
  expect(await findInconsistencies(worker)).toEqual([]);
};

/** Runs `action` before or after the first put of the worker made here, as if that worker had slept. */
const interruptPut =
  (moment: 'before' | 'after', action: () => Promise<unknown>): Interceptor =>
  async ({ binding, method }, proceed) => {
    const isPut = binding === 'BUCKET' && method === 'put';
    if (isPut && moment === 'before') await action();
    const result = await proceed();
    if (isPut && moment === 'after') await action();
    return result;
  };

/** Publishes in another isolate, with its own codecs. */
const publishElsewhere = (jobId: number): Promise<JobOutcome> => {
  vi.spyOn(LeasedSemaphore.prototype, 'run').mockImplementationOnce((work) => work());
  return publishImage(createTestWorker({ clock: worker.clock }).services, jobId);
};

describe('a worker that dies', () => {
  it('after any operation leaves a job that the sweep finishes, published once', async () => {
    let index = 0;
    for (; index < 20; index += 1) {
      const seeded = await seedProcessingImage(worker);
      const crash = crashAt(index, 'after');
      const dying = createTestWorker({ clock: worker.clock, intercept: crash.intercept });
      await publishImage(dying.services, seeded.jobId).catch(() => undefined);
      worker.clock.advance(worker.services.config.PUBLICATION_LEASE_MS);
      await recover(worker, 2);
      await expectPublishedOnce(seeded);
      if (!crash.fired) break;
    }
    // Claim, get, put, commit, delete, close.
    expect(index).toBe(6);
  });

  it('at the erasure of the source has published: session and source are the sweep’s', async () => {
    const seeded = await seedProcessingImage(worker);
    const blocked = createTestWorker({
      clock: worker.clock,
      intercept: async ({ binding, method }, proceed) => {
        if (binding === 'BUCKET' && method === 'delete') throw new Error('no bucket');
        return proceed();
      },
    });
    expect(await publishImage(blocked.services, seeded.jobId)).toEqual({ outcome: 'published' });
    const left = { image: 'completed', session: 'cleanup_pending', job: 'done', reserved: 0 };
    expect(await readState(worker, seeded)).toMatchObject(left);
    expect(await findInconsistencies(worker)).toEqual([]);
    expect(await publishImage(worker.services, seeded.jobId)).toEqual({ outcome: 'not_ours' });
    await recover(worker, 1);
    await expectPublishedOnce(seeded);
  });

  it('of the version before, after the commit, left a running job, which is ended', async () => {
    const seeded = await seedProcessingImage(worker);
    const crash = crashAt(4, 'before');
    const dying = createTestWorker({ clock: worker.clock, intercept: crash.intercept });
    await publishImage(dying.services, seeded.jobId);
    expect(crash.fired).toBe(true);
    await worker.env.DB.prepare(
      "UPDATE publication_jobs SET status = 'running', lease_id = 'before', lease_expires_at = ?, run_after = 0 WHERE id = ?",
    )
      .bind(worker.clock.now(), seeded.jobId)
      .run();
    expect(await publishImage(worker.services, seeded.jobId)).toEqual({ outcome: 'published' });
    expect(await readState(worker, seeded)).toMatchObject({ job: 'done' });
    await expectPublishedOnce(seeded);
  });

  it('in every attempt on a source is not restarted for ever', async () => {
    const seeded = await seedProcessingImage(worker);
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const { intercept } = crashAt(1, 'before');
      const dying = createTestWorker({ clock: worker.clock, intercept });
      await publishImage(dying.services, seeded.jobId).catch(() => undefined);
      worker.clock.advance(worker.services.config.PUBLICATION_LEASE_MS);
    }
    expect(await publishImage(worker.services, seeded.jobId)).toEqual({ outcome: 'failed' });
    expect(await readState(worker, seeded)).toMatchObject({ image: 'failed', job: 'failed' });
    expect(await findInconsistencies(worker)).toEqual([]);
  });
});

describe('a queue message', () => {
  it('that was lost is sent again by the sweep, and only once a minute', async () => {
    const seeded = await seedProcessingImage(worker);
    const { services, sent } = holdMessages(worker);
    await resendJobs(services);
    expect(sent).toEqual([]);
    worker.clock.advance(60_000);
    await resendJobs(services);
    await resendJobs(services);
    expect(sent).toEqual([seeded.jobId]);
    await recover(worker, 2);
    await expectPublishedOnce(seeded);
  });

  it('that arrives too early is delayed by the remaining time', async () => {
    const seeded = await seedProcessingImage(worker);
    worker.clock.advance(-5000);
    const outcome = await publishImage(worker.services, seeded.jobId);
    expect(outcome).toEqual({ outcome: 'postponed', delayMs: 5000 });
    worker.clock.advance(5000);
    await publishImage(worker.services, seeded.jobId);
    await expectPublishedOnce(seeded);
  });
});

describe('two workers', () => {
  it('with the same message at the same moment publish once', async () => {
    const seeded = await seedProcessingImage(worker);
    const outcomes = await Promise.all(
      [worker, createTestWorker({ clock: worker.clock })].map(({ services }) =>
        publishImage(services, seeded.jobId),
      ),
    );
    expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(['not_ours', 'published']);
    await expectPublishedOnce(seeded);
  });

  it.each(['before', 'after'] as const)(
    'leave row and object equal when the lease is stolen %s the put and their results differ',
    async (moment) => {
      const seeded = await seedProcessingImage(worker);
      const steal = async () => {
        worker.clock.advance(worker.services.config.PUBLICATION_LEASE_MS);
        await storeSettings(worker, { watermark_enabled: 'true', watermark_text: 'Tintype' });
        expect(await publishElsewhere(seeded.jobId)).toEqual({ outcome: 'published' });
      };
      const sleeper = createTestWorker({
        clock: worker.clock,
        intercept: interruptPut(moment, steal),
      });
      expect(await publishImage(sleeper.services, seeded.jobId)).toEqual({ outcome: 'not_ours' });
      await expectPublishedOnce(seeded);
    },
  );

  it('keep the object of an image that went to the trash before the late one gave up', async () => {
    const { userId, ...seeded } = await seedProcessingImage(worker);
    const stealAndTrash = async () => {
      worker.clock.advance(worker.services.config.PUBLICATION_LEASE_MS);
      expect(await publishElsewhere(seeded.jobId)).toEqual({ outcome: 'published' });
      await trashImage(worker.services, { userId, kind: 'web' }, seeded.imageId);
    };
    const sleeper = createTestWorker({
      clock: worker.clock,
      intercept: interruptPut('before', stealAndTrash),
    });
    expect(await publishImage(sleeper.services, seeded.jobId)).toEqual({ outcome: 'not_ours' });
    expect(await worker.env.BUCKET.head(seeded.keys.publish)).not.toBeNull();
    await recover(worker, 20);
    expect(await findInconsistencies(worker)).toEqual([]);
  });

  it('accept the verdict of the lease’s holder, and the late one deletes its object', async () => {
    const seeded = await seedProcessingImage(worker, { source: WEBP.lossy });
    const giveUp = async () => {
      worker.clock.advance(worker.services.config.PUBLICATION_LEASE_MS);
      await worker.env.BUCKET.delete(seeded.sourceKey);
      expect(await publishElsewhere(seeded.jobId)).toEqual({ outcome: 'failed' });
    };
    const sleeper = createTestWorker({
      clock: worker.clock,
      intercept: interruptPut('before', giveUp),
    });
    expect(await publishImage(sleeper.services, seeded.jobId)).toEqual({ outcome: 'not_ours' });
    expect(await worker.env.BUCKET.head(seeded.keys.publish)).toBeNull();
    expect(await findInconsistencies(worker)).toEqual([]);
  });
});
