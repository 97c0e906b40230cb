import { beforeEach, describe, expect, it } from 'vitest';
import { toBase64 } from '../../../../src/shared/bytes.ts';
import { publishImage } from '../../../../src/worker/domain/publication/publish-image.ts';
import { changeSettings } from '../../../../src/worker/domain/settings/change-settings.ts';
import { WOKEN_PER_CHANGE } from '../../../../src/worker/domain/settings/wake-publications.ts';
import { writeSettings } from '../../../../src/worker/domain/settings/write-settings.ts';
import { call } from '../../../support/api-call.ts';
import { findInconsistencies } from '../../../support/consistency.ts';
import { WEBP } from '../../../support/fixtures.ts';
import { seedProcessingImage, type SeededImage } from '../../../support/images.ts';
import { libraryStatements, nextImageId } from '../../../support/library.ts';
import {
  holdMessages,
  readState,
  recover,
  storedSha256,
  storeSettings,
} from '../../../support/publication.ts';
import { resetState } from '../../../support/reset-state.ts';
import { runBatch, statement } from '../../../support/sql.ts';
import { listFindings, registerAdmin } from '../../../support/states.ts';
import { createTestWorker, type TestWorker } from '../../../support/worker.ts';

const RECHECK_MS = 900_000;
const PUBLISH_ALLOWANCE_BYTES = 32 * 1024 * 1024;
const ACTOR = { userId: 1 };

const DRAWN = { watermark_enabled: 'true', watermark_text: 'Tintype' };
/** As an earlier version stored them. */
const UNDRAWN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'no text': { ...DRAWN, watermark_text: '' },
  'characters that the font lacks': { ...DRAWN, watermark_text: '東京' },
  'no image': { ...DRAWN, watermark_kind: 'image' },
  'an image that is lost': { ...DRAWN, watermark_kind: 'image', watermark_image: 'AAAA' },
  'a damaged image': {
    ...DRAWN,
    watermark_kind: 'image',
    watermark_image: toBase64(WEBP.losslessAlpha.slice().fill(0xff, 60)),
  },
};
const WAITING = {
  image: 'processing',
  session: 'processing',
  job: 'queued',
  attempts: 0,
  lastError: 'watermark_unusable',
  events: null,
  notifications: 0,
};
const PUBLISHED = { image: 'completed', session: 'completed', job: 'done', reserved: 0 };

let worker: TestWorker;

beforeEach(async () => {
  await resetState();
  worker = createTestWorker();
});

const wait = async (settings = UNDRAWN['no text'] ?? {}): Promise<SeededImage> => {
  await storeSettings(worker, settings);
  const seeded = await seedProcessingImage(worker);
  const { reserved } = await readState(worker, seeded);
  expect(reserved).toBeGreaterThan(PUBLISH_ALLOWANCE_BYTES);
  expect(await publishImage(worker.services, seeded.jobId)).toEqual({ outcome: 'held' });
  expect(await readState(worker, seeded)).toMatchObject({ reserved });
  return seeded;
};
const repair = (through: Pick<TestWorker, 'services'>) =>
  changeSettings(through.services, ACTOR, [
    { key: 'watermark_kind', value: 'text' },
    { key: 'watermark_text', value: 'Tintype' },
  ]);

describe('a publication that meets a watermark that cannot be drawn', () => {
  it.each(Object.keys(UNDRAWN))(
    'because of %s waits without losing an attempt, and fsck names it',
    async (fault) => {
      const seeded = await wait(UNDRAWN[fault]);
      for (let check = 0; check < 7; check += 1) {
        expect(await readState(worker, seeded)).toMatchObject(WAITING);
        worker.clock.advance(RECHECK_MS);
        expect(await publishImage(worker.services, seeded.jobId)).toEqual({ outcome: 'held' });
      }
      expect(await worker.env.BUCKET.head(seeded.sourceKey)).not.toBeNull();
      expect(await findInconsistencies(worker)).toEqual([]);
      expect(await listFindings(worker)).toContain(
        `job ${seeded.jobId}: waits for a watermark that can be drawn: correct it in the settings`,
      );
    },
  );

  it('is published once an administrator corrects the settings, by the running service', async () => {
    const admin = await registerAdmin(worker);
    const seeded = await wait(UNDRAWN['a damaged image']);
    const items = [
      { key: 'watermark_text', value: 'Tintype' },
      { key: 'watermark_kind', value: 'text' },
    ];
    const { code } = await call(worker, admin, 'PATCH', '/admin/configs', { items });
    expect(code).toBe(0);
    await expect.poll(async () => (await readState(worker, seeded)).session).toBe('completed');
    expect(await readState(worker, seeded)).toMatchObject({ ...PUBLISHED, lastError: null });
    expect(await storedSha256(worker, seeded.keys.publish)).not.toBe(
      await storedSha256(worker, seeded.sourceKey),
    );
    expect(await findInconsistencies(worker)).toEqual([]);
    expect(await listFindings(worker)).toEqual([]);
  });

  it('keeps the attempts that it has used, and fails only after the others', async () => {
    await storeSettings(worker, DRAWN);
    const seeded = await seedProcessingImage(worker);
    const broken = createTestWorker({
      clock: worker.clock,
      intercept: async ({ binding, method }, proceed) => {
        if (binding === 'BUCKET' && method === 'put') throw new Error('no bucket');
        return proceed();
      },
    });
    await publishImage(broken.services, seeded.jobId);
    await storeSettings(worker, UNDRAWN['no text'] ?? {});
    worker.clock.advance(RECHECK_MS);
    expect(await publishImage(worker.services, seeded.jobId)).toEqual({ outcome: 'held' });
    expect(await readState(worker, seeded)).toMatchObject({ job: 'queued', attempts: 1 });
    const { services } = holdMessages(worker);
    await repair({ services });
    expect(await publishImage(services, seeded.jobId)).toEqual({ outcome: 'published' });
  });
});

describe('a change of the watermark', () => {
  it('announces waiting publications in their order, once each', async () => {
    const jobs = [await wait(), await wait(), await wait()].map(({ jobId }) => jobId);
    const { services, sent } = holdMessages(worker);
    await repair({ services });
    expect(sent).toEqual(jobs);
    await repair({ services });
    expect(sent).toEqual(jobs);
    for (const jobId of jobs) await publishImage(services, jobId);
  });

  it('wakes a bounded number of publications, and the others begin at their next check', async () => {
    const seeded = await wait();
    const { DB } = worker.env;
    await DB.exec(
      `UPDATE publication_jobs SET run_after = run_after + ${RECHECK_MS} WHERE id = ${seeded.jobId}`,
    );
    const from = await nextImageId(worker.services.db);
    const { userId } = seeded;
    await runBatch(worker.services.db, [
      ...libraryStatements({ userId, count: WOKEN_PER_CHANGE, from, prefix: 'W' }),
      statement(`INSERT INTO publication_jobs (image_id, upload_id, status, run_after, last_error, created_at, updated_at)
        SELECT id, 'none', 'queued', 1, 'watermark_unusable', 1, 1 FROM images WHERE id >= ${from}`),
    ]);
    const { services } = holdMessages(worker);
    await repair({ services });
    const waiting = await DB.prepare(
      'SELECT id FROM publication_jobs WHERE last_error IS NOT NULL',
    ).all();
    expect(waiting.results).toEqual([{ id: seeded.jobId }]);
    await DB.exec(`DELETE FROM images WHERE id >= ${from}`);
    worker.clock.advance(2 * RECHECK_MS);
    expect(await publishImage(services, seeded.jobId)).toEqual({ outcome: 'published' });
  });

  it.each([
    ['the messages are lost', (services: TestWorker['services']) => repair({ services })],
    [
      'it comes from the operator’s shell',
      ({ directory, clock }: TestWorker['services']) =>
        writeSettings({ directory, clock }, null, [{ key: 'watermark_enabled', value: 'false' }]),
    ],
  ])('reaches waiting publications by the sweep when %s', async (_, change) => {
    const seeded = await wait();
    await change(holdMessages(worker).services);
    await recover(worker, 2);
    expect(await readState(worker, seeded)).toMatchObject(PUBLISHED);
  });

  it('ends no wait when it is not stored', async () => {
    const seeded = await wait();
    const { services, sent } = holdMessages(worker);
    const failing = changeSettings(services, ACTOR, [{ key: 'watermark_text', value: '東京' }]);
    await expect(failing).rejects.toMatchObject({ reason: 'invalid_parameter' });
    await changeSettings(services, ACTOR, [{ key: 'site_language', value: 'de' }]);
    expect(sent).toEqual([]);
    expect(await readState(worker, seeded)).toMatchObject(WAITING);
  });

  it('that comes while a publication reads the old settings makes it due at once', async () => {
    await storeSettings(worker, UNDRAWN['no text'] ?? {});
    const seeded = await seedProcessingImage(worker);
    let batches = 0;
    const overtaken = createTestWorker({
      clock: worker.clock,
      intercept: async ({ binding, method }, proceed) => {
        if (binding === 'DB' && method === 'batch') {
          batches += 1;
          // The claim has read the settings; the job is about to wait.
          if (batches === 2) await repair(worker);
        }
        return proceed();
      },
    });
    expect(await publishImage(overtaken.services, seeded.jobId)).toEqual({
      outcome: 'postponed',
      delayMs: 0,
    });
    expect(await readState(worker, seeded)).toMatchObject({ attempts: 0, lastError: null });
    await recover(worker, 2);
    expect(await readState(worker, seeded)).toMatchObject(PUBLISHED);
  });

  it('made twice at the same moment publishes each image once', async () => {
    const seeded = await wait();
    await Promise.all([repair(worker), repair(createTestWorker({ clock: worker.clock }))]);
    await expect.poll(async () => (await readState(worker, seeded)).session).toBe('completed');
    expect((await readState(worker, seeded)).events).toBeNull();
    expect(await findInconsistencies(worker)).toEqual([]);
  });
});
