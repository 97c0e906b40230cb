import { encode as encodePng } from 'fast-png';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { inspectSource } from '../../../../src/imaging/source/inspect-source.ts';
import { inspectWebp } from '../../../../src/imaging/webp/walker.ts';
import { readQueue } from '../../../../src/worker/domain/legacy/read-queue.ts';
import { makeAvif } from '../../../../src/worker/domain/publication/make-avif.ts';
import { publishImage } from '../../../../src/worker/domain/publication/publish-image.ts';
import { retryPublication } from '../../../../src/worker/domain/publication/retry-publication.ts';
import { sweep } from '../../../../src/worker/jobs/sweep.ts';
import { derivativeKey, originalKey } from '../../../../src/worker/storage/keys.ts';
import { ImageService } from '../../../../src/worker/storage/image-service.ts';
import { findInconsistencies } from '../../../support/consistency.ts';
import { makeGif, makePng } from '../../../support/craft-images.ts';
import { WEBP } from '../../../support/fixtures.ts';
import { callsAt, countInto, type Interceptor, type Tally } from '../../../support/instrument.ts';
import { filePart, LEGACY_VARS, legacyClient, makeForm } from '../../../support/legacy.ts';
import {
  convertImage,
  seedAvifJob,
  seedQueuedLegacyImage,
  type LegacySeedOptions,
} from '../../../support/legacy-images.ts';
import {
  ALLOWANCE,
  HOUR_MS,
  keysOf,
  KINDS,
  LegacyJobs,
  SEED,
  UNDECODABLE,
} from '../../../support/legacy-jobs.ts';
import { registerAndLogin } from '../../../support/people.ts';
import { holdMessages, recover } from '../../../support/publication.ts';
import { createTestWorker, type TestWorker } from '../../../support/worker.ts';
import { makeSequence } from '../../../unit/imaging/fixtures/craft-sequence.ts';

/** Sound headers of more pixels than an isolate decodes. */
const HUGE: LegacySeedOptions = {
  original: { bytes: makePng(9000, 5000).slice(), mimeType: 'image/png' },
  size: { width: 9000, height: 5000 },
};

let worker: TestWorker;
let jobs: LegacyJobs;

beforeEach(() => {
  worker = createTestWorker();
  jobs = new LegacyJobs(worker);
});

const breakGets: Interceptor = async ({ binding, method }, proceed) => {
  if (binding === 'BUCKET' && method === 'get') throw new Error('the bucket is out of reach');
  return proceed();
};

/** Fails the batch that follows a put. */
const breakCommit = (): Interceptor => {
  let isStored = false;
  return async ({ binding, method }, proceed) => {
    if (binding === 'DB' && isStored) {
      isStored = false;
      throw new Error('the database is out of reach');
    }
    isStored ||= binding === 'BUCKET' && method === 'put';
    return proceed();
  };
};

describe('an original', () => {
  it('is published with a WebP and gets an AVIF, as messages arrive at the Worker', async () => {
    const uploading = createTestWorker({ vars: LEGACY_VARS });
    const client = legacyClient(uploading, await registerAndLogin(uploading));
    const form = makeForm([{ name: 'visibility', value: 'public' }, filePart(WEBP.lossyExif)]);
    const { data } = await client.sendForm(form);
    expect(data).toMatchObject({ status: 'pending' });
    const readImage = () =>
      worker.env.DB.prepare(
        'SELECT i.* FROM images i JOIN upload_sessions s ON s.image_id = i.id WHERE s.upload_id = ?',
      )
        .bind(data.id)
        .first<{ id: number; unique_link: string }>();
    const { id: imageId = 0, unique_link: uniqueLink = '' } = (await readImage()) ?? {};
    const image = { imageId, uploadId: String(data.id) };
    await expect
      .poll(async () => (await jobs.readState(image))?.['variants'], { timeout: 30_000 })
      .toBe('avif original webp');
    expect(await jobs.readState(image)).toMatchObject({
      image: 'completed',
      session: 'completed',
      reserved: 0,
      jobs: 'publish done, avif done',
      events: null,
      notices: 0,
    });
    expect((await client.readQueue(image.uploadId)).data).toMatchObject({ status: 'completed' });
    expect(await findInconsistencies(worker)).toEqual([]);
    const key = originalKey(worker.services.config.STORAGE_PATH, uniqueLink);
    for (const kind of ['webp', 'avif'] as const) {
      const stored = await worker.env.BUCKET.get(derivativeKey(key, kind));
      expect(stored?.httpMetadata?.contentType).toBe(`image/${kind}`);
      const answer = await worker.fetch(`/i/${uniqueLink}.${kind}`);
      expect(answer.headers.get('Content-Type')).toBe(`image/${kind}`);
      const bytes = await answer.bytes();
      expect(bytes).toEqual(await stored?.bytes());
      const info = await inspectSource(`image/${kind}`, bytes);
      expect(info).toMatchObject({ width: 23, height: 17, orientation: 1 });
      expect(Buffer.from(bytes).includes('Exif')).toBe(false);
    }
  });

  it.each(KINDS)('costs two D1 round trips, one get and one put for %s: budget', async (kind) => {
    const image = await SEED[kind](worker);
    const tally: Tally = { calls: {}, rowsRead: 0, rowsWritten: 0 };
    const counted = createTestWorker({ clock: worker.clock, intercept: countInto(tally) });
    expect(await jobs.work(kind, image, counted)).toEqual({ outcome: 'published' });
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
    expect(await jobs.work('publish', image)).toEqual({ outcome: 'published' });
    const [webpKey = ''] = keysOf(image, 'webp');
    const info = inspectWebp((await worker.services.objects.read(webpKey)) ?? new Uint8Array());
    expect(info).toMatchObject({ ok: true, value: { width: 9, height: 5 } });
    expect(await jobs.readState(image)).toMatchObject({ variants: 'original webp' });
    expect(await findInconsistencies(worker)).toEqual([]);
  });

  it('that is an AVIF sequence without a primary item is kept, and its WebP is its first frame', async () => {
    const still = await convertImage(WEBP.lossy, 'image/avif');
    const file = makeSequence(still.bytes, { hasMeta: true }).slice();
    const uploading = createTestWorker({ vars: LEGACY_VARS });
    const client = legacyClient(uploading, await registerAndLogin(uploading));
    const fields = [{ name: 'visibility', value: 'public' }, filePart(file, 'chimera.avif')];
    const { data } = await client.sendForm(makeForm(fields));
    const readState = async () => (await client.readQueue(String(data.id))).data;
    await expect
      .poll(async () => (await readState()).status, { timeout: 30_000 })
      .toBe('completed');
    const { image_id: imageId } = await readState();
    const { unique_link: link = '' } =
      (await worker.env.DB.prepare('SELECT unique_link FROM images WHERE id = ?')
        .bind(imageId)
        .first<{ unique_link: string }>()) ?? {};
    const original = await worker.fetch(`/i/${link}`);
    expect(original.headers.get('Content-Type')).toBe('image/avif');
    expect(await original.bytes()).toEqual(file);
    const made = inspectWebp(await (await worker.fetch(`/i/${link}.webp`)).bytes());
    expect(made).toMatchObject({ ok: true, value: { width: 23, height: 17 } });
  });

  it('that does not decode fails the image permanently, notifies its owner, and is released', async () => {
    const image = await seedQueuedLegacyImage(worker, { original: UNDECODABLE });
    expect(await jobs.work('publish', image)).toEqual({ outcome: 'failed' });
    expect(await jobs.readState(image)).toMatchObject({
      image: 'failed',
      session: 'failed',
      reserved: 0,
      jobs: 'publish failed',
      variants: null,
      events: 'failed undecodable',
      notices: 1,
    });
    expect(await readQueue(worker.services, image, image.uploadId)).toMatchObject({
      status: 'failed',
      failure: { message: expect.stringContaining('decoded') },
    });
    expect(await jobs.storedKeys(image)).toEqual([]);
    expect(await findInconsistencies(worker)).toEqual([]);
    await jobs.settle();
    expect(await jobs.storedKeys(image)).toEqual([]);
  });

  it('that no codec decodes, or whose WebP exceeds the reservation, is published without one', async () => {
    const huge = await seedQueuedLegacyImage(worker, HUGE);
    const bound = holdMessages(worker);
    const unbound = { ...bound.services, imageService: null };
    expect(await publishImage(unbound, huge.jobId)).toEqual({ outcome: 'published' });
    expect(await jobs.readState(huge)).toMatchObject({
      events: 'failed webp: too_large',
    });
    const tight = await seedQueuedLegacyImage(worker);
    await jobs.shrinkReservation(tight);
    expect(await publishImage(bound.services, tight.jobId)).toEqual({ outcome: 'published' });
    for (const image of [huge, tight]) {
      expect(await jobs.readState(image)).toMatchObject({
        image: 'completed',
        session: 'completed',
        reserved: 0,
        jobs: 'publish done',
        variants: 'original',
        notices: 0,
      });
    }
    expect(bound.sentAvif).toEqual([]);
    expect(await findInconsistencies(worker)).toEqual([]);
    await jobs.settle();
    for (const image of [huge, tight]) {
      expect(await jobs.storedKeys(image)).toEqual(keysOf(image, 'original'));
    }
  });

  it('longer than a WebP can be is published without one, whichever codec could decode it', async () => {
    const size = { width: 20_000, height: 20 };
    const bytes = encodePng({ ...size, channels: 1, data: new Uint8Array(400_000) }).slice();
    const image = await seedQueuedLegacyImage(worker, {
      original: { bytes, mimeType: 'image/png' },
      size,
    });
    expect(await publishImage(worker.services, image.jobId)).toEqual({ outcome: 'published' });
    expect(await jobs.readState(image)).toMatchObject({
      image: 'completed',
      variants: 'original',
      events: 'failed webp: too_large',
    });
  });

  it('is published alone when the image service is unreachable in every attempt', async () => {
    const image = await seedQueuedLegacyImage(worker, HUGE);
    vi.spyOn(ImageService.prototype, 'convert').mockImplementation(async (source) => {
      await source.cancel();
      throw new Error('no answer');
    });
    for (let attempt = 0; attempt < 4; attempt += 1) {
      expect(await jobs.work('publish', image)).toMatchObject({ outcome: 'postponed' });
      worker.clock.advance(600_000);
    }
    expect(await jobs.work('publish', image)).toEqual({ outcome: 'published' });
    const state = await jobs.readState(image);
    expect(state).toMatchObject({
      image: 'completed',
      session: 'completed',
      reserved: 0,
      jobs: 'publish done',
      variants: 'original',
      notices: 0,
    });
    expect(state?.['events']).toMatch(/, failed webp: .*no answer/u);
    worker.clock.advance(worker.services.config.PUBLICATION_FAILED_RETENTION_MS);
    await jobs.settle();
    expect(await jobs.storedKeys(image)).toEqual(keysOf(image, 'original'));
    expect(await findInconsistencies(worker)).toEqual([]);
  });

  it('is published alone when a WebP was stored and never committed, which is then erased', async () => {
    const image = await seedQueuedLegacyImage(worker);
    expect((await jobs.exhaust('publish', image, breakCommit)).at(-1)).toBe('published');
    expect(await jobs.readState(image)).toMatchObject({
      jobs: 'publish done',
      variants: 'original',
    });
    await jobs.settle();
    expect(await jobs.storedKeys(image)).toEqual(keysOf(image, 'original'));
    expect(await findInconsistencies(worker)).toEqual([]);
  });

  it('is published alone when its last attempts died, if an earlier one gave a reason', async () => {
    const image = await seedQueuedLegacyImage(worker);
    const broken = createTestWorker({ clock: worker.clock, intercept: breakGets });
    expect(await jobs.work('publish', image, broken)).toMatchObject({ outcome: 'postponed' });
    await jobs.die('publish', image, 4);
    expect(await jobs.work('publish', image)).toEqual({ outcome: 'published' });
    expect((await jobs.readState(image))?.['events']).toMatch(
      /, failed webp: .*the bucket is out of reach/u,
    );
    expect(await findInconsistencies(worker)).toEqual([]);
  });

  it('at which every attempt dies fails and is kept until a retry or the end of its retention', async () => {
    const image = await seedQueuedLegacyImage(worker);
    const setStatus = (status: string) =>
      worker.env.DB.prepare('UPDATE users SET status = ? WHERE id = ?')
        .bind(status, image.userId)
        .run();
    // A lock before or between attempts is not a failure of an attempt.
    for (const times of [0, 3]) {
      await jobs.die('publish', image, times);
      await setStatus('suspended');
      expect(await jobs.work('publish', image)).toEqual({ outcome: 'held' });
      await setStatus('active');
      worker.clock.advance(HOUR_MS);
    }
    await jobs.die('publish', image, 2);
    expect(await jobs.work('publish', image)).toEqual({ outcome: 'failed' });
    expect(await jobs.readState(image)).toMatchObject({ image: 'failed', reserved: ALLOWANCE });
    await jobs.settle();
    expect(await jobs.storedKeys(image)).toEqual(keysOf(image, 'original'));
    expect(await findInconsistencies(worker)).toEqual([]);
    await retryPublication(holdMessages(worker).services, null, image.imageId);
    await jobs.die('publish', image, 5);
    expect(await jobs.work('publish', image)).toEqual({ outcome: 'failed' });
    worker.clock.advance(worker.services.config.PUBLICATION_FAILED_RETENTION_MS);
    await recover(worker, 1);
    expect(await jobs.readState(image)).toMatchObject({ image: 'failed', reserved: 0, jobs: null });
    expect(await jobs.storedKeys(image)).toEqual([]);
    expect(await findInconsistencies(worker)).toEqual([]);
  });

  it('whose publication failed can be published by an administrator', async () => {
    const image = await seedQueuedLegacyImage(worker);
    await jobs.die('publish', image, 5);
    expect(await jobs.work('publish', image)).toEqual({ outcome: 'failed' });
    await retryPublication(holdMessages(worker).services, null, image.imageId);
    expect(await jobs.work('publish', image)).toEqual({ outcome: 'published' });
    await jobs.expectDone([image], 'publish');
  });
});

describe('an AVIF', () => {
  it.each(['too_large', 'undecodable', 'source_missing', 'quota_exceeded'])(
    'that cannot be made (%s) leaves the image unchanged, and its job done',
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
      expect(await jobs.readState(image)).toMatchObject({
        image: 'completed',
        session: 'completed',
        jobs: 'avif done',
        variants: 'original webp',
        events: `failed avif: ${reason}`,
        notices: 0,
      });
      expect(await jobs.storedKeys(image)).toEqual(keysOf(image, 'original webp'));
      expect(await findInconsistencies(worker)).toEqual([]);
      await jobs.settle();
      expect(await jobs.storedKeys(image)).toEqual(keysOf(image, 'original webp'));
    },
  );

  it('whose attempts are used up can be retried, until its job is forgotten', async () => {
    const repaired = await seedAvifJob(worker);
    expect((await jobs.exhaust('avif', repaired, () => breakGets)).slice(-2)).toEqual([
      'postponed',
      'failed',
    ]);
    expect(await jobs.readState(repaired)).toMatchObject({
      image: 'completed',
      jobs: 'avif failed',
      variants: 'original webp',
      notices: 0,
    });
    await jobs.settle();
    expect(await findInconsistencies(worker)).toEqual([]);
    const { services, sentAvif } = holdMessages(worker);
    await retryPublication(services, null, repaired.imageId);
    expect(sentAvif).toEqual([repaired.jobId]);
    expect(await jobs.readState(repaired)).toMatchObject({
      image: 'completed',
      session: 'completed',
    });
    expect(await jobs.work('avif', repaired)).toEqual({ outcome: 'published' });
    await jobs.expectDone([repaired], 'avif');
    await expect(retryPublication(services, null, repaired.imageId)).rejects.toMatchObject({
      reason: 'publication_conflict',
    });

    // An AVIF that was stored in each attempt and never committed.
    const lost = await seedAvifJob(worker);
    await jobs.exhaust('avif', lost, breakCommit);
    expect(await jobs.readState(lost)).toMatchObject({ jobs: 'avif failed' });
    await jobs.settle();
    expect(await jobs.storedKeys(lost)).toEqual(keysOf(lost, 'avif original webp'));
    expect(await findInconsistencies(worker)).toEqual([]);
    worker.clock.advance(worker.services.config.PUBLICATION_FAILED_RETENTION_MS);
    await jobs.settle();
    expect(await jobs.readState(lost)).toMatchObject({ image: 'completed', jobs: null });
    expect(await jobs.storedKeys(lost)).toEqual(keysOf(lost, 'original webp'));
    expect(await findInconsistencies(worker)).toEqual([]);
  });

  it('has messages in its own queue, and no worker of another kind takes its job', async () => {
    const image = await seedAvifJob(worker);
    const { services, sent, sentAvif } = holdMessages(worker);
    expect(await publishImage(services, image.jobId)).toEqual({ outcome: 'not_ours' });
    worker.clock.advance(60_000);
    await sweep(services);
    expect([sent, sentAvif]).toEqual([[], [image.jobId]]);
    await recover(worker, 1);
    await jobs.expectDone([image], 'avif');
  });

  it('leaves neither job nor upload behind once it is done', async () => {
    const image = await seedAvifJob(worker);
    await jobs.work('avif', image);
    worker.clock.advance(86_400_000);
    await recover(worker, 1);
    expect(await jobs.readState(image)).toMatchObject({ jobs: null, session: null });
    expect(await findInconsistencies(worker)).toEqual([]);
  });
});
