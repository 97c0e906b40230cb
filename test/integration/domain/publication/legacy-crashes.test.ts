import { beforeEach, describe, expect, it } from 'vitest';
import { requestDeletion } from '../../../../src/worker/domain/accounts/request-deletion.ts';
import { changeVisibility } from '../../../../src/worker/domain/images/change-visibility.ts';
import { deleteImage } from '../../../../src/worker/domain/images/delete-image.ts';
import { trashImage } from '../../../../src/worker/domain/images/trash-image.ts';
import type { JobKind } from '../../../../src/worker/db/schema/jobs.ts';
import { sweep } from '../../../../src/worker/jobs/sweep.ts';
import { findInconsistencies } from '../../../support/consistency.ts';
import { seedUser } from '../../../support/images.ts';
import { crashAt, InjectedFault, type Interceptor } from '../../../support/instrument.ts';
import {
  seedAvifJob,
  seedQueuedLegacyImage,
  type LegacyImageWithJob,
} from '../../../support/legacy-images.ts';
import {
  ALLOWANCE,
  BEFORE,
  CASES,
  HOUR_MS,
  interruptPut,
  keysOf,
  KINDS,
  LegacyJobs,
  MOMENTS,
  SEED,
  UNDECODABLE,
} from '../../../support/legacy-jobs.ts';
import { holdMessages, recover } from '../../../support/publication.ts';
import { createTestWorker, type TestWorker } from '../../../support/worker.ts';

let worker: TestWorker;
let jobs: LegacyJobs;

beforeEach(() => {
  worker = createTestWorker();
  jobs = new LegacyJobs(worker);
});

const setStatus = (userId: number, status: string) =>
  worker.env.DB.batch([
    worker.env.DB.prepare('UPDATE users SET status = ? WHERE id = ?').bind(status, userId),
    worker.env.DB.prepare(
      "UPDATE site_totals SET active_users = (SELECT count(*) FROM users WHERE status = 'active')",
    ),
  ]);

describe('a worker that dies', () => {
  it.each(KINDS)(
    'at %s after any operation is followed by one that ends the job, once',
    async (kind) => {
      const images: LegacyImageWithJob[] = [];
      for (let index = 0; index < 20; index += 1) {
        const image = await SEED[kind](worker);
        images.push(image);
        const crash = crashAt(index, 'after');
        const dying = createTestWorker({ clock: worker.clock, intercept: crash.intercept });
        await jobs.work(kind, image, dying).catch(() => undefined);
        if (!crash.fired) break;
      }
      // Claim, get, put, commit.
      expect(images).toHaveLength(5);
      worker.clock.advance(worker.services.config.PUBLICATION_LEASE_MS);
      await recover(worker, 3);
      await jobs.expectDone(images, 'avif');
    },
  );

  it('after any operation on an undecodable original leads to its release exactly once', async () => {
    const images: LegacyImageWithJob[] = [];
    for (let index = 0; index < 20; index += 1) {
      const image = await seedQueuedLegacyImage(worker, { original: UNDECODABLE });
      images.push(image);
      const crash = crashAt(index, 'after');
      const dying = createTestWorker({ clock: worker.clock, intercept: crash.intercept });
      await jobs.work('publish', image, dying).catch(() => undefined);
      if (!crash.fired) break;
    }
    // Claim, get, fail, delete.
    expect(images).toHaveLength(5);
    worker.clock.advance(worker.services.config.PUBLICATION_LEASE_MS);
    await jobs.settle();
    for (const image of images) {
      expect(await jobs.readState(image)).toMatchObject({
        image: 'failed',
        reserved: 0,
        notices: 1,
      });
      expect(await jobs.storedKeys(image)).toEqual([]);
    }
    expect(await findInconsistencies(worker)).toEqual([]);
  });
});

describe('two workers', () => {
  it.each(KINDS)(
    'with the same %s message, concurrently and then again, do its job once',
    async (kind) => {
      const image = await SEED[kind](worker);
      const others = [worker, createTestWorker({ clock: worker.clock })];
      const outcomes = await Promise.all(others.map((by) => jobs.work(kind, image, by)));
      expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['not_ours', 'published']);
      expect(await jobs.work(kind, image)).toEqual({ outcome: 'not_ours' });
      await jobs.expectDone([image], kind);
    },
  );

  it.each(CASES)(
    'leave row and object equal when the lease of %s is stolen %s the put',
    async (kind, moment) => {
      const image = await SEED[kind](worker);
      const steal = async () => {
        worker.clock.advance(worker.services.config.PUBLICATION_LEASE_MS);
        expect(await jobs.workElsewhere(kind, image)).toEqual({ outcome: 'published' });
      };
      const intercept = interruptPut(moment, steal);
      const sleeper = createTestWorker({ clock: worker.clock, intercept });
      expect(await jobs.work(kind, image, sleeper)).toEqual({ outcome: 'not_ours' });
      await jobs.expectDone([image], kind);
      await jobs.settle();
      await jobs.expectDone([image], 'avif');
    },
  );

  it.each(KINDS)(
    'keep the object of %s of an image that went to the trash before the late one gave up',
    async (kind) => {
      const image = await SEED[kind](worker);
      const { userId, imageId } = image;
      let stored: readonly string[] = [];
      const stealAndTrash = async () => {
        worker.clock.advance(worker.services.config.PUBLICATION_LEASE_MS);
        expect(await jobs.workElsewhere(kind, image)).toEqual({ outcome: 'published' });
        stored = await jobs.storedKeys(image);
        await trashImage(worker.services, { userId, kind: 'web' }, imageId);
      };
      const intercept = interruptPut('before', stealAndTrash);
      const sleeper = createTestWorker({ clock: worker.clock, intercept });
      expect(await jobs.work(kind, image, sleeper)).toEqual({ outcome: 'not_ours' });
      expect(await jobs.storedKeys(image)).toEqual(stored);
      await jobs.settle();
      expect(await findInconsistencies(worker)).toEqual([]);
    },
  );

  it.each(KINDS.flatMap((kind) => [false, true].map((dies) => [kind, dies] as const)))(
    'leave nothing of %s when the lease’s holder ended without it; the late one dies: %s',
    async (kind, dies) => {
      const image = await SEED[kind](worker);
      const endWithout = async () => {
        worker.clock.advance(worker.services.config.PUBLICATION_LEASE_MS);
        await (kind === 'publish' ? jobs.shrinkReservation(image) : setQuota(image, 0));
        const outcome = kind === 'publish' ? 'published' : 'skipped';
        expect(await jobs.workElsewhere(kind, image)).toEqual({ outcome });
        await setQuota(image, ALLOWANCE);
      };
      const sleep = interruptPut('before', endWithout);
      let isDead = false;
      const intercept: Interceptor = async (call, proceed) => {
        if (isDead) throw new InjectedFault('dead');
        const result = await sleep(call, proceed);
        isDead = dies && call.method === 'put';
        return result;
      };
      const sleeper = createTestWorker({ clock: worker.clock, intercept });
      const outcome = await jobs.work(kind, image, sleeper).catch(() => null);
      expect(outcome).toEqual(dies ? null : { outcome: 'not_ours' });
      expect(await findInconsistencies(worker)).toEqual([]);
      await jobs.settle();
      expect(await jobs.storedKeys(image)).toEqual(keysOf(image, BEFORE[kind]));
      expect(await findInconsistencies(worker)).toEqual([]);
    },
  );
});

const setQuota = ({ userId }: LegacyImageWithJob, bytes: number) =>
  worker.env.DB.prepare('UPDATE users SET storage_quota = storage_used + ? WHERE id = ?')
    .bind(bytes, userId)
    .run();

describe('a concurrent change', () => {
  const interrupt = async (
    kind: JobKind,
    moment: (typeof MOMENTS)[number],
    action: (image: LegacyImageWithJob) => Promise<unknown>,
  ) => {
    const image = await SEED[kind](worker);
    const intercept = interruptPut(moment, () => action(image));
    const { outcome } = await jobs.work(
      kind,
      image,
      createTestWorker({ clock: worker.clock, intercept }),
    );
    return { image, outcome };
  };

  it.each(MOMENTS)(
    'that deletes the image %s the put leaves no object of an AVIF',
    async (moment) => {
      const { image, outcome } = await interrupt('avif', moment, async ({ userId, imageId }) =>
        deleteImage(worker.services, { userId, kind: 'web' }, imageId),
      );
      expect(outcome).toBe('not_ours');
      await jobs.settle();
      expect(await jobs.readState(image)).toBeNull();
      expect(await jobs.storedKeys(image)).toEqual([]);
      expect(await findInconsistencies(worker)).toEqual([]);
    },
  );

  it('that deletes the image leaves no AVIF when the worker dies after the put', async () => {
    const image = await seedAvifJob(worker);
    const { intercept } = crashAt(2, 'after');
    await jobs
      .work('avif', image, createTestWorker({ clock: worker.clock, intercept }))
      .catch(() => undefined);
    await deleteImage(worker.services, { ...image, kind: 'web' }, image.imageId);
    await jobs.settle();
    expect(await jobs.storedKeys(image)).toEqual([]);
    expect(await findInconsistencies(worker)).toEqual([]);
  });

  it.each(MOMENTS)('of visibility %s the put does not prevent an AVIF', async (moment) => {
    const { image, outcome } = await interrupt('avif', moment, async ({ userId, imageId }) =>
      changeVisibility(worker.services, { userId, kind: 'web' }, imageId, 'private'),
    );
    expect(outcome).toBe('published');
    await jobs.expectDone([image], 'avif');
  });

  it.each(CASES)(
    'that suspends the account at %s, %s the put, delays the job until activation',
    async (kind, moment) => {
      const { image, outcome } = await interrupt(kind, moment, ({ userId }) =>
        setStatus(userId, 'suspended'),
      );
      expect(outcome).toBe('not_ours');
      worker.clock.advance(worker.services.config.PUBLICATION_LEASE_MS);
      expect(await jobs.work(kind, image)).toEqual({ outcome: 'held' });
      expect(await jobs.readState(image)).toMatchObject({ variants: BEFORE[kind] });
      await jobs.settle();
      expect(await jobs.readState(image)).toMatchObject({ variants: BEFORE[kind] });
      expect(await findInconsistencies(worker)).toEqual([]);
      await setStatus(image.userId, 'active');
      worker.clock.advance(HOUR_MS);
      await recover(worker, 3);
      await jobs.expectDone([image], 'avif');
    },
  );

  it.each(CASES)(
    'that erases the account at %s, %s the put, leaves no object',
    async (kind, moment) => {
      const admin = { userId: await seedUser(worker) };
      const { image, outcome } = await interrupt(kind, moment, async ({ userId }) => {
        const user = worker.env.DB.prepare('SELECT username FROM users WHERE id = ?').bind(userId);
        const username = String(await user.first('username'));
        await requestDeletion(worker.services, admin, { userId, username });
        worker.clock.advance(24 * HOUR_MS);
        await sweep(holdMessages(worker).services);
      });
      expect(outcome).toBe('not_ours');
      await jobs.settle();
      expect(await jobs.readState(image)).toBeNull();
      expect(await jobs.storedKeys(image)).toEqual([]);
      expect(await findInconsistencies(worker)).toEqual([]);
    },
  );
});
