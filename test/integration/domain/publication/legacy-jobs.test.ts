import { beforeEach, describe, expect, it, vi } from 'vitest';
import { inspectWebp } from '../../../../src/codecs/webp/walker.ts';
import { requestDeletion } from '../../../../src/domain/accounts/request-deletion.ts';
import { changeVisibility } from '../../../../src/domain/images/change-visibility.ts';
import { deleteImage } from '../../../../src/domain/images/delete-image.ts';
import { readQueue } from '../../../../src/domain/legacy/read-queue.ts';
import { makeAvif } from '../../../../src/domain/publication/make-avif.ts';
import { publishImage } from '../../../../src/domain/publication/publish-image.ts';
import { retryPublication } from '../../../../src/domain/publication/retry-publication.ts';
import type { JobKind } from '../../../../src/db/schema/jobs.ts';
import { sweep } from '../../../../src/jobs/sweep.ts';
import { err } from '../../../../src/lib/result.ts';
import { LeasedPlaces } from '../../../../src/lib/leased-places.ts';
import { derivativeKey } from '../../../../src/storage/keys.ts';
import { ImageService } from '../../../../src/storage/image-service.ts';
import { findAstray } from '../../../support/consistency.ts';
import { WEBP } from '../../../support/fixtures.ts';
import { seedUser } from '../../../support/images.ts';
import {
  callsAt,
  countInto,
  crashAt,
  InjectedFault,
  type Interceptor,
  type Tally,
} from '../../../support/instrument.ts';
import { makeGif, makePng } from '../../../support/legacy.ts';
import {
  seedAvifJob,
  seedQueuedLegacyImage,
  type LegacyImageWithJob,
  type LegacySeedOptions,
} from '../../../support/legacy-images.ts';
import { holdMessages, recover } from '../../../support/publication.ts';
import { createTestWorker, type TestWorker } from '../../../support/worker.ts';

const HOUR_MS = 3_600_000;
const ALLOWANCE = 33_554_432;
const KINDS = ['publish', 'avif'] as const;
const MOMENTS = ['before', 'after'] as const;
const CASES = KINDS.flatMap((kind) => MOMENTS.map((moment) => [kind, moment] as const));

/** What each kind leaves when all goes well, and what is there before. */
const VARIANTS = { publish: 'original webp', avif: 'avif original webp' } as const;
const BEFORE = { publish: 'original', avif: 'original webp' } as const;
const WORK = { publish: publishImage, avif: makeAvif } as const;
const SEED = { publish: seedQueuedLegacyImage, avif: seedAvifJob } as const;

/** A sound container around a bitstream that no decoder accepts. */
const UNDECODABLE = {
  bytes: WEBP.losslessAlpha.map((byte, at) => (at < 26 ? byte : 0xff)),
  mimeType: 'image/webp',
};
/** Sound headers of more pixels than an isolate decodes. */
const HUGE: LegacySeedOptions = {
  original: { bytes: makePng(9000, 5000).slice(), mimeType: 'image/png' },
  size: { width: 9000, height: 5000 },
};

let worker: TestWorker;

beforeEach(() => {
  worker = createTestWorker();
});

const work = (kind: JobKind, { jobId }: LegacyImageWithJob, by = worker) =>
  WORK[kind](holdMessages(by).services, jobId);

const readState = async ({ imageId, uploadId }: LegacyImageWithJob) => {
  const row = await worker.env.DB.prepare(
    `SELECT i.processing_status AS image, s.status AS session, s.reserved_bytes AS reserved,
       (SELECT group_concat(kind || ' ' || status, ', ') FROM (SELECT kind, status FROM publication_jobs
         WHERE image_id = i.id ORDER BY id)) AS jobs,
       (SELECT group_concat(kind, ' ') FROM (SELECT kind FROM image_variants
         WHERE image_file_id = i.image_file_id ORDER BY kind)) AS variants,
       (SELECT group_concat(event || coalesce(' ' || detail, ''), ', ') FROM (SELECT event, detail
         FROM processing_events WHERE image_id = i.id ORDER BY id)) AS events,
       (SELECT count(*) FROM notifications n WHERE n.user_id = i.user_id AND n.type = 'image') AS notices
     FROM images i LEFT JOIN upload_sessions s ON s.upload_id = ? WHERE i.id = ?`,
  )
    .bind(uploadId, imageId)
    .first();
  return row;
};

/** Every object under the link of an image. */
const storedKeys = async ({ uniqueLink }: LegacyImageWithJob): Promise<string[]> => {
  const prefix = `${worker.services.config.STORAGE_PATH}/${uniqueLink}/`;
  return (await worker.env.BUCKET.list({ prefix })).objects.map(({ key }) => key).toSorted();
};

const keysOf = ({ keys }: LegacyImageWithJob, kinds: string): string[] => {
  const original = keys.original ?? '';
  return kinds
    .split(' ')
    .map((kind) => (kind === 'original' ? original : derivativeKey(original, kind as 'webp')))
    .toSorted();
};

/** Published, with the variants that its jobs make, each once, and nothing astray. */
const expectDone = async (images: readonly LegacyImageWithJob[], kind: JobKind) => {
  for (const image of images) {
    const state = await readState(image);
    expect(state).toMatchObject({ image: 'completed', session: 'completed', reserved: 0 });
    expect(state?.['variants']).toBe(VARIANTS[kind]);
    const events = String(state?.['events']);
    const published = kind === 'avif' ? /published avif/gu : /published(?! avif)/gu;
    expect(events.match(published)).toHaveLength(1);
  }
  expect(await findAstray(worker)).toEqual([]);
};

const breakBucket: Interceptor = async ({ binding, method }, proceed) => {
  if (binding === 'BUCKET' && method === 'get') throw new Error('the bucket is out of reach');
  return proceed();
};

/** Runs `action` before or after each put, as if the worker had been asleep meanwhile. */
const interruptPut =
  (moment: (typeof MOMENTS)[number], action: () => Promise<unknown>): Interceptor =>
  async ({ binding, method }, proceed) => {
    const isPut = binding === 'BUCKET' && method === 'put';
    if (isPut && moment === 'before') await action();
    const result = await proceed();
    if (isPut && moment === 'after') await action();
    return result;
  };

/** Works in another isolate, which has a place for codecs of its own. */
const workElsewhere = (kind: JobKind, image: LegacyImageWithJob) => {
  vi.spyOn(LeasedPlaces.prototype, 'run').mockImplementationOnce((job) => job());
  return work(kind, image, createTestWorker({ clock: worker.clock }));
};

const setStatus = (userId: number, status: string) =>
  worker.env.DB.batch([
    worker.env.DB.prepare('UPDATE users SET status = ? WHERE id = ?').bind(status, userId),
    worker.env.DB.prepare(
      "UPDATE site_totals SET active_users = (SELECT count(*) FROM users WHERE status = 'active')",
    ),
  ]);

/** What is left for the sweep when no worker can be alive any more. */
const settle = async () => {
  await recover(worker, 1);
  worker.clock.advance(HOUR_MS);
  await recover(worker, 2);
};

const exhaust = async (kind: JobKind, image: LegacyImageWithJob): Promise<string[]> => {
  const broken = createTestWorker({ clock: worker.clock, intercept: breakBucket });
  const outcomes: string[] = [];
  for (let attempt = 0; attempt < 5; attempt += 1) {
    outcomes.push((await work(kind, image, broken)).outcome);
    worker.clock.advance(600_000);
  }
  return outcomes;
};

describe('an original', () => {
  it('is published with a WebP, and gets an AVIF, when messages arrive at the Worker', async () => {
    const image = await seedQueuedLegacyImage(worker);
    const queued = () => readQueue(worker.services, image, image.uploadId);
    expect(await queued()).toMatchObject({ status: 'pending' });
    await worker.env.PUBLISH_QUEUE.send({ jobId: image.jobId });
    await expect
      .poll(async () => (await readState(image))?.['variants'], { timeout: 30_000 })
      .toBe('avif original webp');
    expect(await readState(image)).toMatchObject({
      image: 'completed',
      session: 'completed',
      reserved: 0,
      jobs: 'publish done, avif done',
      events: 'queued, published, published avif',
      notices: 0,
    });
    expect(await queued()).toMatchObject({ status: 'completed', imageId: image.imageId });
    expect(await findAstray(worker)).toEqual([]);
    for (const [kind, mimeType] of [
      ['webp', 'image/webp'],
      ['avif', 'image/avif'],
    ] as const) {
      const key = derivativeKey(image.keys.original ?? '', kind);
      const object = await worker.env.BUCKET.head(key);
      expect(object?.httpMetadata?.contentType).toBe(mimeType);
      const row = worker.env.DB.prepare(
        'SELECT mime_type, size, width, height FROM image_variants WHERE object_key = ?',
      ).bind(key);
      const { size } = object ?? {};
      expect(await row.first()).toEqual({ mime_type: mimeType, size, width: 23, height: 17 });
    }
  });

  it.each(KINDS)('costs two D1 round trips, one get and one put for %s: budget', async (kind) => {
    const image = await SEED[kind](worker);
    const tally: Tally = { calls: {}, rowsRead: 0, rowsWritten: 0 };
    const counted = createTestWorker({ clock: worker.clock, intercept: countInto(tally) });
    expect(await work(kind, image, counted)).toEqual({ outcome: 'published' });
    expect([callsAt(tally, 'DB'), callsAt(tally, 'BUCKET')]).toEqual([2, 2]);
    expect(tally.calls).toMatchObject({ 'BUCKET.get': 1, 'BUCKET.put': 1 });
    expect(tally.rowsRead).toBeLessThanOrEqual(64);
    expect(tally.rowsWritten).toBeLessThanOrEqual(24);
  });

  it('that is animated is kept, and its WebP is its still first frame', async () => {
    const image = await seedQueuedLegacyImage(worker, {
      original: { bytes: makeGif(9, 5, 3).slice(), mimeType: 'image/gif' },
      size: { width: 9, height: 5 },
    });
    expect(await work('publish', image)).toEqual({ outcome: 'published' });
    const [webpKey = ''] = keysOf(image, 'webp');
    const info = inspectWebp((await worker.services.objects.read(webpKey)) ?? new Uint8Array());
    expect(info).toMatchObject({ ok: true, value: { width: 9, height: 5 } });
    expect(await readState(image)).toMatchObject({ variants: 'original webp' });
    expect(await findAstray(worker)).toEqual([]);
  });

  it('that does not decode fails the image for good, tells its owner, and gives everything back', async () => {
    const image = await seedQueuedLegacyImage(worker, { original: UNDECODABLE });
    expect(await work('publish', image)).toEqual({ outcome: 'failed' });
    expect(await readState(image)).toMatchObject({
      image: 'failed',
      session: 'failed',
      reserved: 0,
      jobs: 'publish failed',
      variants: null,
      events: 'queued, failed undecodable',
      notices: 1,
    });
    expect(await readQueue(worker.services, image, image.uploadId)).toMatchObject({
      status: 'failed',
      failure: { message: expect.stringContaining('decoded') },
    });
    expect(await storedKeys(image)).toEqual([]);
    expect(await findAstray(worker)).toEqual([]);
    await settle();
    expect(await storedKeys(image)).toEqual([]);
  });

  it('that nobody can decode, or whose WebP finds no room, is published without one', async () => {
    const huge = await seedQueuedLegacyImage(worker, HUGE);
    const bound = holdMessages(worker);
    const unbound = { ...bound.services, imageService: null };
    expect(await publishImage(unbound, huge.jobId)).toEqual({ outcome: 'published' });
    expect(await readState(huge)).toMatchObject({
      events: 'queued, published without webp: too_large',
    });
    const tight = await seedQueuedLegacyImage(worker);
    await worker.env.DB.batch(
      [
        `UPDATE users SET storage_reserved = 9 WHERE id = ${tight.userId}`,
        `UPDATE upload_sessions SET reserved_bytes = 9 WHERE upload_id = '${tight.uploadId}'`,
        `UPDATE site_totals SET storage_reserved = storage_reserved - ${ALLOWANCE - 9}`,
      ].map((text) => worker.env.DB.prepare(text)),
    );
    expect(await publishImage(bound.services, tight.jobId)).toEqual({ outcome: 'published' });
    for (const image of [huge, tight]) {
      expect(await readState(image)).toMatchObject({
        image: 'completed',
        session: 'completed',
        reserved: 0,
        jobs: 'publish done',
        variants: 'original',
        notices: 0,
      });
    }
    expect(bound.sentAvif).toEqual([]);
    expect(await findAstray(worker)).toEqual([]);
    await settle();
    for (const image of [huge, tight]) {
      expect(await storedKeys(image)).toEqual(keysOf(image, 'original'));
    }
  });

  it('is kept while the image service is out of reach, and an administrator can publish it later', async () => {
    const image = await seedQueuedLegacyImage(worker, HUGE);
    const convert = vi
      .spyOn(ImageService.prototype, 'convert')
      .mockImplementation(async (source) => {
        await source.cancel();
        throw new Error('no answer');
      });
    for (let attempt = 0; attempt < 4; attempt += 1) {
      expect(await work('publish', image)).toMatchObject({ outcome: 'postponed' });
      worker.clock.advance(600_000);
    }
    expect(await work('publish', image)).toEqual({ outcome: 'failed' });
    expect(await readState(image)).toMatchObject({ image: 'failed', reserved: ALLOWANCE });
    await settle();
    expect(await storedKeys(image)).toEqual(keysOf(image, 'original'));
    expect(await findAstray(worker)).toEqual([]);
    convert.mockImplementation(async (source) => {
      await source.cancel();
      return err('too_large');
    });
    await retryPublication(holdMessages(worker).services, null, image.imageId);
    expect(await work('publish', image)).toEqual({ outcome: 'published' });
    expect(await readState(image)).toMatchObject({ image: 'completed', reserved: 0 });
    expect(await findAstray(worker)).toEqual([]);
  });

  it('of a publication that failed is given back with its time', async () => {
    const image = await seedQueuedLegacyImage(worker);
    expect((await exhaust('publish', image)).at(-1)).toBe('failed');
    worker.clock.advance(worker.services.config.PUBLICATION_FAILED_RETENTION_MS);
    await recover(worker, 1);
    expect(await readState(image)).toMatchObject({ image: 'failed', reserved: 0, jobs: null });
    expect(await storedKeys(image)).toEqual([]);
    expect(await findAstray(worker)).toEqual([]);
  });
});

describe('an AVIF', () => {
  it.each(['too_large', 'undecodable', 'source_missing', 'quota_exceeded'])(
    'that cannot be (%s) leaves the image as it is, and its job done',
    async (reason) => {
      const options = reason === 'too_large' ? HUGE : {};
      const image = await seedAvifJob(worker, {
        ...options,
        ...(reason === 'undecodable' ? { original: UNDECODABLE } : {}),
      });
      const original = image.keys.original ?? '';
      const source = await worker.services.objects.read(original);
      if (reason === 'source_missing') await worker.env.BUCKET.delete(original);
      if (reason === 'quota_exceeded') {
        await worker.env.DB.prepare('UPDATE users SET storage_quota = storage_used WHERE id = ?')
          .bind(image.userId)
          .run();
      }
      const services = { ...holdMessages(worker).services, imageService: null };
      expect(await makeAvif(services, image.jobId)).toEqual({ outcome: 'skipped' });
      if (reason === 'source_missing') await worker.env.BUCKET.put(original, source ?? '');
      expect(await readState(image)).toMatchObject({
        image: 'completed',
        session: 'completed',
        jobs: 'avif done',
        variants: 'original webp',
        events: `failed avif: ${reason}`,
        notices: 0,
      });
      expect(await storedKeys(image)).toEqual(keysOf(image, 'original webp'));
      expect(await findAstray(worker)).toEqual([]);
      await settle();
      expect(await storedKeys(image)).toEqual(keysOf(image, 'original webp'));
    },
  );

  it('whose attempts are used up can be started again, until its job is forgotten', async () => {
    const mended = await seedAvifJob(worker);
    expect((await exhaust('avif', mended)).slice(-2)).toEqual(['postponed', 'failed']);
    expect(await readState(mended)).toMatchObject({
      image: 'completed',
      jobs: 'avif failed',
      variants: 'original webp',
      notices: 0,
    });
    await settle();
    expect(await findAstray(worker)).toEqual([]);
    const { services, sentAvif } = holdMessages(worker);
    await retryPublication(services, null, mended.imageId);
    expect(sentAvif).toEqual([mended.jobId]);
    expect(await readState(mended)).toMatchObject({ image: 'completed', session: 'completed' });
    expect(await work('avif', mended)).toEqual({ outcome: 'published' });
    await expectDone([mended], 'avif');
    await expect(retryPublication(services, null, mended.imageId)).rejects.toMatchObject({
      code: 4091,
    });

    // One that stored its result each time and could not commit it.
    const lost = await seedAvifJob(worker);
    for (let attempt = 0; attempt < 5; attempt += 1) {
      let isStored = false;
      const intercept: Interceptor = async ({ binding, method }, proceed) => {
        if (binding === 'DB' && isStored) {
          isStored = false;
          throw new Error('the database is out of reach');
        }
        isStored ||= binding === 'BUCKET' && method === 'put';
        return proceed();
      };
      await work('avif', lost, createTestWorker({ clock: worker.clock, intercept }));
      worker.clock.advance(600_000);
    }
    expect(await readState(lost)).toMatchObject({ jobs: 'avif failed' });
    await settle();
    expect(await storedKeys(lost)).toEqual(keysOf(lost, 'avif original webp'));
    expect(await findAstray(worker)).toEqual([]);
    worker.clock.advance(worker.services.config.PUBLICATION_FAILED_RETENTION_MS);
    await settle();
    expect(await readState(lost)).toMatchObject({ image: 'completed', jobs: null });
    expect(await storedKeys(lost)).toEqual(keysOf(lost, 'original webp'));
    expect(await findAstray(worker)).toEqual([]);
  });

  it('has a message of its own queue, and no worker of another kind takes its job', async () => {
    const image = await seedAvifJob(worker);
    const { services, sent, sentAvif } = holdMessages(worker);
    expect(await publishImage(services, image.jobId)).toEqual({ outcome: 'not_ours' });
    worker.clock.advance(60_000);
    await sweep(services);
    expect([sent, sentAvif]).toEqual([[], [image.jobId]]);
    await recover(worker, 1);
    await expectDone([image], 'avif');
  });

  it('leaves neither job nor upload behind once it is done', async () => {
    const image = await seedAvifJob(worker);
    await work('avif', image);
    worker.clock.advance(86_400_000);
    await recover(worker, 1);
    expect(await readState(image)).toMatchObject({ jobs: null, session: null });
    expect(await findAstray(worker)).toEqual([]);
  });
});

describe('a worker that dies', () => {
  it.each(CASES)(
    'at %s %s any operation is followed by one that ends the job, once',
    async (kind, moment) => {
      const images: LegacyImageWithJob[] = [];
      for (let index = 0; index < 20; index += 1) {
        const image = await SEED[kind](worker);
        images.push(image);
        const crash = crashAt(index, moment);
        const dying = createTestWorker({ clock: worker.clock, intercept: crash.intercept });
        await work(kind, image, dying).catch(() => undefined);
        if (!crash.fired) break;
      }
      // Claim, get, put, commit.
      expect(images).toHaveLength(5);
      worker.clock.advance(worker.services.config.PUBLICATION_LEASE_MS);
      await recover(worker, 3);
      await expectDone(images, 'avif');
    },
  );

  it.each(MOMENTS)(
    '%s any operation on an original that does not decode gives it back once',
    async (moment) => {
      const images: LegacyImageWithJob[] = [];
      for (let index = 0; index < 20; index += 1) {
        const image = await seedQueuedLegacyImage(worker, { original: UNDECODABLE });
        images.push(image);
        const crash = crashAt(index, moment);
        const dying = createTestWorker({ clock: worker.clock, intercept: crash.intercept });
        await work('publish', image, dying).catch(() => undefined);
        if (!crash.fired) break;
      }
      // Claim, get, fail, delete.
      expect(images).toHaveLength(5);
      worker.clock.advance(worker.services.config.PUBLICATION_LEASE_MS);
      await settle();
      for (const image of images) {
        expect(await readState(image)).toMatchObject({ image: 'failed', reserved: 0, notices: 1 });
        expect(await storedKeys(image)).toEqual([]);
      }
      expect(await findAstray(worker)).toEqual([]);
    },
  );
});

describe('two workers', () => {
  it.each(KINDS)(
    'with the same %s message, at once and once more, do its job once',
    async (kind) => {
      const image = await SEED[kind](worker);
      const others = [worker, createTestWorker({ clock: worker.clock })];
      const outcomes = await Promise.all(others.map((by) => work(kind, image, by)));
      expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['not_ours', 'published']);
      expect(await work(kind, image)).toEqual({ outcome: 'not_ours' });
      await expectDone([image], kind);
    },
  );

  it.each(CASES)(
    'leave row and object equal when the lease of %s is stolen %s the put',
    async (kind, moment) => {
      const image = await SEED[kind](worker);
      const steal = async () => {
        worker.clock.advance(worker.services.config.PUBLICATION_LEASE_MS);
        expect(await workElsewhere(kind, image)).toEqual({ outcome: 'published' });
      };
      const intercept = interruptPut(moment, steal);
      const sleeper = createTestWorker({ clock: worker.clock, intercept });
      expect(await work(kind, image, sleeper)).toEqual({ outcome: 'not_ours' });
      await expectDone([image], kind);
      await settle();
      await expectDone([image], 'avif');
    },
  );

  it.each([false, true])(
    'leave no AVIF when the one that holds the lease found that there can be none; the late one dies: %s',
    async (dies) => {
      const image = await seedAvifJob(worker);
      const giveUp = async () => {
        worker.clock.advance(worker.services.config.PUBLICATION_LEASE_MS);
        await setQuota(image, 0);
        expect(await workElsewhere('avif', image)).toEqual({ outcome: 'skipped' });
        await setQuota(image, ALLOWANCE);
      };
      const sleep = interruptPut('before', giveUp);
      let isDead = false;
      const intercept: Interceptor = async (call, proceed) => {
        if (isDead) throw new InjectedFault('dead');
        const result = await sleep(call, proceed);
        isDead = dies && call.method === 'put';
        return result;
      };
      const sleeper = createTestWorker({ clock: worker.clock, intercept });
      const outcome = await work('avif', image, sleeper).catch(() => null);
      expect(outcome).toEqual(dies ? null : { outcome: 'not_ours' });
      expect(await storedKeys(image)).toHaveLength(dies ? 3 : 2);
      expect(await findAstray(worker)).toEqual([]);
      await settle();
      expect(await storedKeys(image)).toEqual(keysOf(image, 'original webp'));
      expect(await findAstray(worker)).toEqual([]);
    },
  );
});

const setQuota = ({ userId }: LegacyImageWithJob, bytes: number) =>
  worker.env.DB.prepare('UPDATE users SET storage_quota = storage_used + ? WHERE id = ?')
    .bind(bytes, userId)
    .run();

describe('what changes during the work', () => {
  const interrupt = async (
    kind: JobKind,
    moment: (typeof MOMENTS)[number],
    action: (image: LegacyImageWithJob) => Promise<unknown>,
  ) => {
    const image = await SEED[kind](worker);
    const intercept = interruptPut(moment, () => action(image));
    const { outcome } = await work(
      kind,
      image,
      createTestWorker({ clock: worker.clock, intercept }),
    );
    return { image, outcome };
  };

  it.each(MOMENTS)('a deletion %s the put leaves nothing of an AVIF', async (moment) => {
    const { image, outcome } = await interrupt('avif', moment, async ({ userId, imageId }) =>
      deleteImage(worker.services, { userId }, imageId),
    );
    expect(outcome).toBe('not_ours');
    await settle();
    expect(await readState(image)).toBeNull();
    expect(await storedKeys(image)).toEqual([]);
    expect(await findAstray(worker)).toEqual([]);
  });

  it('a deletion whose worker dies after the put leaves nothing of an AVIF', async () => {
    const image = await seedAvifJob(worker);
    const { intercept } = crashAt(2, 'after');
    await work('avif', image, createTestWorker({ clock: worker.clock, intercept })).catch(
      () => undefined,
    );
    await deleteImage(worker.services, image, image.imageId);
    await settle();
    expect(await storedKeys(image)).toEqual([]);
    expect(await findAstray(worker)).toEqual([]);
  });

  it.each(MOMENTS)('a switch of visibility %s the put keeps no AVIF back', async (moment) => {
    const { image, outcome } = await interrupt('avif', moment, async ({ userId, imageId }) =>
      changeVisibility(worker.services, { userId }, imageId, 'private'),
    );
    expect(outcome).toBe('published');
    await expectDone([image], 'avif');
  });

  it.each(CASES)(
    'a suspension at %s, %s the put, holds it back until it ends',
    async (kind, moment) => {
      const { image, outcome } = await interrupt(kind, moment, ({ userId }) =>
        setStatus(userId, 'suspended'),
      );
      expect(outcome).toBe('not_ours');
      worker.clock.advance(worker.services.config.PUBLICATION_LEASE_MS);
      expect(await work(kind, image)).toEqual({ outcome: 'held' });
      expect(await readState(image)).toMatchObject({ variants: BEFORE[kind] });
      await settle();
      expect(await readState(image)).toMatchObject({ variants: BEFORE[kind] });
      expect(await findAstray(worker)).toEqual([]);
      await setStatus(image.userId, 'active');
      worker.clock.advance(HOUR_MS);
      await recover(worker, 3);
      await expectDone([image], 'avif');
    },
  );

  it.each(CASES)(
    'the end of the account at %s, %s the put, leaves nothing',
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
      await settle();
      expect(await readState(image)).toBeNull();
      expect(await storedKeys(image)).toEqual([]);
      expect(await findAstray(worker)).toEqual([]);
    },
  );
});
