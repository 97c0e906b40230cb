import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkConsistency } from '../../../../src/worker/domain/consistency/check-consistency.ts';
import type { Finding } from '../../../../src/worker/domain/consistency/finding.ts';
import { repairFinding } from '../../../../src/worker/domain/consistency/repair-finding.ts';
import { deleteImage } from '../../../../src/worker/domain/images/delete-image.ts';
import { publishImage } from '../../../../src/worker/domain/publication/publish-image.ts';
import { sweepIdentities } from '../../../../src/worker/domain/devices/sweep-devices.ts';
import { deliverOutbox } from '../../../../src/worker/jobs/deliver-outbox.ts';
import { derivativeKey } from '../../../../src/worker/storage/keys.ts';
import { findInconsistencies } from '../../../support/consistency.ts';
import { loginDevice } from '../../../support/devices.ts';
import { readState } from '../../../support/publication.ts';
import { resetState } from '../../../support/reset-state.ts';
import { seedProcessingImage, seedPublishedImage, seedUser } from '../../../support/images.ts';
import { seedAvifJob, seedQueuedLegacyImage } from '../../../support/legacy-images.ts';
import { loginAs, registerAndLogin } from '../../../support/people.ts';
import { listFindings } from '../../../support/states.ts';
import { prepareUpload, uploadAll, uploadClient } from '../../../support/uploads.ts';
import { createTestWorker, type TestWorker } from '../../../support/worker.ts';
import { readRows, runBatch, statement } from '../../../support/sql.ts';

const HOUR_MS = 3_600_000;

const check = async ({ services }: TestWorker): Promise<Finding[]> => {
  const findings: Finding[] = [];
  for await (const finding of checkConsistency(services)) findings.push(finding);
  return findings;
};
const repairAll = async (worker: TestWorker): Promise<void> => {
  for (const { repair } of await check(worker))
    if (repair !== null) await repairFinding(worker.services, repair);
};
const overdue = ({ jobId }: { jobId: number }): string =>
  `job ${jobId}: is overdue: is the queue running?`;
const run = async (
  { services }: TestWorker,
  text: string,
  ...values: (string | number)[]
): Promise<void> => {
  await runBatch(services.db, [statement(text, ...values)]);
};

let worker: TestWorker;

beforeEach(async () => {
  await resetState();
  worker = createTestWorker();
});

// Each repair leaves a consistent state.
afterEach(async () => {
  expect(await listFindings(worker)).toEqual([]);
});

describe('fsck', () => {
  it('finds nothing in a consistent state, published and pending', async () => {
    await seedPublishedImage(worker);
    await seedProcessingImage(worker);
    expect(await check(worker)).toEqual([]);
  });

  it('finds an orphaned object, and erases it once it is an hour old', async () => {
    await worker.env.BUCKET.put('images/aaaaaaaaaaaa/publish.webp', 'lost');
    const subject = 'object images/aaaaaaaaaaaa/publish.webp';
    expect(await check(worker)).toMatchObject([{ subject, repair: null }]);
    // Objects have the bucket's own time.
    worker.clock.advance(Date.now() + HOUR_MS - worker.clock.now());
    expect(await check(worker)).toMatchObject([{ subject, repair: { action: 'erase_object' } }]);
    await repairAll(worker);
    expect(await worker.env.BUCKET.head('images/aaaaaaaaaaaa/publish.webp')).toBeNull();
  });

  it('ignores an object whose erasure is queued', async () => {
    await worker.env.BUCKET.put('images/doomed/master.webp', 'x');
    await run(
      worker,
      "INSERT INTO outbox_events (kind, payload, available_at, created_at) VALUES ('erase', ?, ?, ?)",
      JSON.stringify({ keys: ['images/doomed/master.webp'] }),
      worker.clock.now(),
      worker.clock.now(),
    );
    expect(await check(worker)).toEqual([]);
    await deliverOutbox(worker.services, 'erase');
  });

  it('reports a missing and a damaged object of an image without repairing them', async () => {
    const image = await seedPublishedImage(worker);
    const master = await worker.env.BUCKET.get(image.keys.master);
    const bytes = await master?.arrayBuffer();
    await worker.env.BUCKET.delete(image.keys.publish);
    await worker.env.BUCKET.put(image.keys.master, 'short');
    const findings = await check(worker);
    expect(findings.map(({ subject }) => subject).toSorted()).toEqual(
      [`object ${image.keys.master}`, `object ${image.keys.publish}`].toSorted(),
    );
    expect(findings.every(({ repair }) => repair === null)).toBe(true);
    for (const kind of ['master', 'publish'] as const)
      await worker.env.BUCKET.put(image.keys[kind], bytes ?? '');
  });

  it('asks for a part again when its object is missing and its session is open', async () => {
    const image = await seedProcessingImage(worker);
    await run(
      worker,
      "UPDATE upload_sessions SET status = 'uploading' WHERE upload_id = ?",
      image.uploadId,
    );
    await run(worker, 'DELETE FROM publication_jobs WHERE id = ?', image.jobId);
    await run(worker, "UPDATE images SET processing_status = 'failed' WHERE id = ?", image.imageId);
    const source = await (await worker.env.BUCKET.get(image.sourceKey))?.arrayBuffer();
    await worker.env.BUCKET.delete(image.sourceKey);
    expect(await check(worker)).toMatchObject([
      { repair: { action: 'await_part', uploadId: image.uploadId, kind: 'publish_source' } },
    ]);
    await repairAll(worker);
    await worker.env.BUCKET.put(image.sourceKey, source ?? '');
    const [part] = await readRows<{ status: string }>(
      worker.services.db,
      statement(
        "SELECT status FROM upload_parts WHERE upload_id = ? AND kind = 'publish_source'",
        image.uploadId,
      ),
    );
    expect(part?.status).toBe('pending');
  });

  it('finds nothing when an image is made after the listing and deleted during the look', async () => {
    const image = await seedPublishedImage(worker);
    const key = image.keys.publish;
    const bytes = await (await worker.env.BUCKET.get(key))?.arrayBuffer();
    await worker.env.BUCKET.delete(key);
    let isDeleted = false;
    const racing = createTestWorker({
      clock: worker.clock,
      intercept: async ({ binding, method }, proceed) => {
        if (binding === 'BUCKET' && method === 'head' && !isDeleted) {
          isDeleted = true;
          await deleteImage(worker.services, { kind: 'web', userId: image.userId }, image.imageId);
          await deliverOutbox(worker.services, 'erase');
        }
        const answer = await proceed();
        if (binding === 'BUCKET' && method === 'list') {
          await worker.env.BUCKET.put(key, bytes ?? '');
        }
        return answer;
      },
    });
    expect(await check(racing)).toEqual([]);
    expect(await worker.env.BUCKET.head(key)).toBeNull();
  });

  it('finds nothing when an upload is cancelled between its row and its parts', async () => {
    const client = uploadClient(worker, await registerAndLogin(worker));
    const uploadId = await uploadAll(client, await prepareUpload());
    let isCancelled = false;
    const racing = createTestWorker({
      clock: worker.clock,
      intercept: async ({ binding, method }, proceed) => {
        if (binding === 'BUCKET' && method === 'head' && !isCancelled) {
          isCancelled = true;
          await client.cancel(uploadId);
          const { objects } = await worker.env.BUCKET.list();
          expect(objects).toEqual([]);
        }
        return proceed();
      },
    });
    expect(await check(racing)).toEqual([]);
    expect(isCancelled).toBe(true);
  });

  it.each([
    ['storage_used = storage_used + 1', 'storage_used'],
    ['storage_reserved = storage_reserved + 1', 'storage_reserved'],
    ['image_count = image_count + 1', 'image_count'],
  ])('recounts a user when %s', async (change, column) => {
    const { userId } = await seedPublishedImage(worker);
    await run(worker, `UPDATE users SET ${change} WHERE id = ?`, userId);
    expect(await listFindings(worker)).toEqual([
      expect.stringMatching(new RegExp(`^user ${userId}: ${column} is`, 'u')),
    ]);
    await repairAll(worker);
  });

  it.each([
    'users',
    'active_users',
    'images',
    'published_images',
    'views',
    'storage_used',
    'storage_reserved',
  ])('recounts the site total %s', async (column) => {
    await run(worker, `UPDATE site_totals SET ${column} = ${column} + 5`);
    expect(await listFindings(worker)).toEqual([expect.stringContaining(`site: ${column} is`)]);
    await repairAll(worker);
  });

  it('gives an image without a job a new one', async () => {
    const image = await seedProcessingImage(worker);
    await run(worker, 'DELETE FROM publication_jobs WHERE id = ?', image.jobId);
    expect(await listFindings(worker)).toEqual([
      `image ${image.imageId}: waits to be published and no job is to come`,
    ]);
    await repairAll(worker);
  });

  it('gives an image of pipeline 1 a job beside one of another kind', async () => {
    const image = await seedQueuedLegacyImage(worker);
    await run(worker, "UPDATE publication_jobs SET kind = 'avif' WHERE id = ?", image.jobId);
    expect(await listFindings(worker)).toEqual([
      `image ${image.imageId}: waits to be published and no job is to come`,
    ]);
    await repairAll(worker);
    await run(worker, 'DELETE FROM publication_jobs WHERE id = ?', image.jobId);
  });

  it('finds an overdue job', async () => {
    const image = await seedProcessingImage(worker);
    const setDue = (at: number) =>
      run(worker, 'UPDATE publication_jobs SET run_after = ? WHERE id = ?', at, image.jobId);
    await setDue(0);
    expect(await listFindings(worker)).toEqual([overdue(image)]);
    await setDue(worker.clock.now());
  });

  it('waits for AVIF jobs as long as any of them makes progress', async () => {
    const [waiting, other] = [await seedAvifJob(worker), await seedAvifJob(worker)];
    const now = worker.clock.now();
    const setOther = (changes: string) =>
      run(worker, `UPDATE publication_jobs SET ${changes} WHERE id = ?`, other.jobId);
    // The sweep touches a job that it sends again, without progress.
    await run(worker, 'UPDATE publication_jobs SET run_after = 0, created_at = 0');
    expect(await listFindings(worker)).toEqual([waiting, other].map(overdue));
    await setOther(`run_after = ${now}, created_at = ${now}`);
    expect(await listFindings(worker)).toEqual([overdue(waiting)]);
    for (const moved of [
      `created_at = 0`,
      `status = 'running', run_after = 0, lease_expires_at = ${now}`,
      `status = 'failed', updated_at = ${now}`,
      `status = 'done', updated_at = ${now}`,
    ]) {
      await setOther(moved);
      expect(await listFindings(worker), moved).toEqual([]);
    }
    await setOther(`status = 'running', lease_expires_at = 1`);
    expect((await listFindings(worker)).toSorted()).toEqual([waiting, other].map(overdue));
    await run(worker, 'DELETE FROM publication_jobs');
  });

  it('accepts a published image whose intermediates are still to be erased', async () => {
    const image = await seedProcessingImage(worker);
    const found: string[][] = [];
    const lookAt = async (): Promise<void> => {
      found.push(await listFindings(worker), await findInconsistencies(worker));
    };
    const blocked = createTestWorker({
      clock: worker.clock,
      intercept: async ({ binding, method }, proceed) => {
        if (binding !== 'BUCKET' || method !== 'delete') return proceed();
        await lookAt();
        throw new Error('no bucket');
      },
    });
    const outcome = await publishImage(blocked.services, image.jobId);
    expect(outcome).toEqual({ outcome: 'published' });
    await lookAt();
    expect(found).toEqual([[], [], [], []]);
    expect(await readState(worker, image)).toMatchObject({
      image: 'completed',
      session: 'cleanup_pending',
      job: 'done',
    });
    await run(worker, "UPDATE publication_jobs SET status = 'queued' WHERE id = ?", image.jobId);
    expect(await listFindings(worker)).toEqual([]);
    await run(worker, 'DELETE FROM upload_sessions WHERE upload_id = ?', image.uploadId);
    expect(await listFindings(worker)).toContain(
      `job ${image.jobId}: has no session that is processing or to be cleaned up`,
    );
    await worker.env.BUCKET.delete(image.sourceKey);
    await run(worker, 'DELETE FROM publication_jobs WHERE id = ?', image.jobId);
  });

  it('accounts for the AVIF that a job may still commit, while its upload is unswept', async () => {
    const image = await seedAvifJob(worker);
    const key = derivativeKey(image.keys.original ?? '', 'avif');
    await worker.env.BUCKET.put(key, 'x');
    const setJob = (status: string) =>
      run(worker, 'UPDATE publication_jobs SET status = ? WHERE id = ?', status, image.jobId);
    for (const status of ['queued', 'running', 'failed']) {
      await setJob(status);
      expect(await check(worker)).toEqual([]);
      expect(await findInconsistencies(worker)).toEqual([]);
    }
    await setJob('done');
    expect(await listFindings(worker)).toEqual([
      `object ${key}: belongs to nothing (yet: it is less than an hour old)`,
    ]);
    expect(await findInconsistencies(worker)).toEqual([`object ${key}: belongs to nothing`]);
    await worker.env.BUCKET.delete(key);
    await setJob('failed');
    await run(worker, 'DELETE FROM upload_sessions WHERE upload_id = ?', image.uploadId);
    expect(await listFindings(worker)).toEqual([
      `job ${image.jobId}: has no upload session to keep what it stores`,
    ]);
    await run(worker, 'DELETE FROM publication_jobs WHERE id = ?', image.jobId);
  });

  it('removes a file row that belongs to no image, with its objects', async () => {
    const image = await seedPublishedImage(worker);
    await run(worker, 'DELETE FROM images WHERE id = ?', image.imageId);
    await run(worker, 'UPDATE users SET image_count = 0 WHERE id = ?', image.userId);
    expect(await listFindings(worker)).toContain(`file ${image.imageFileId}: belongs to no image`);
    // Its objects belong to nothing, as an unfinished upload's may for an hour.
    worker.clock.advance(Date.now() + HOUR_MS - worker.clock.now());
    await repairAll(worker);
    await deliverOutbox(worker.services, 'erase');
    expect(await worker.env.BUCKET.head(image.keys.master)).toBeNull();
    await repairAll(worker);
  });

  it('releases a reservation that a finished session still holds', async () => {
    const image = await seedPublishedImage(worker);
    await run(
      worker,
      'UPDATE upload_sessions SET reserved_bytes = 7 WHERE upload_id = ?',
      image.uploadId,
    );
    expect(await listFindings(worker)).toContain(
      `session ${image.uploadId}: is over and still holds a reservation`,
    );
    await repairAll(worker);
  });

  it('recounts totals kept by triggers: sessions, and users in ranges of ids', async () => {
    for (let users = 0; users < 3; users += 1) await seedUser(worker);
    await run(worker, 'UPDATE user_counts SET users = users + 1 WHERE level = 2');
    await run(worker, 'DELETE FROM user_counts WHERE level = 4');
    await run(worker, 'UPDATE site_totals SET sessions = sessions + 3');
    expect(await listFindings(worker)).toEqual([
      'site: sessions is 3, counted 0',
      'user counts of level 2: are not those of the users',
      'user counts of level 4: are not those of the users',
    ]);
    await repairAll(worker);
  });

  it('recounts totals that are too low, which block neither logout nor erasure', async () => {
    const person = await registerAndLogin(worker);
    await loginAs(worker, person);
    const others = [await seedUser(worker), await seedUser(worker)];
    await run(worker, 'UPDATE site_totals SET sessions = 0');
    await run(worker, 'UPDATE user_counts SET users = 0');
    const { headers } = person;
    const answer = await worker.fetch('/api/v1/auth/logout', { method: 'POST', headers });
    expect(answer.status).toBe(200);
    await run(worker, 'DELETE FROM users WHERE id = ?', others[0] ?? 0);
    await run(worker, 'UPDATE site_totals SET users = users - 1, active_users = active_users - 1');
    expect(await listFindings(worker)).toEqual([
      'site: sessions is 0, counted 1',
      ...[1, 2, 3, 4, 5].map(
        (level) => `user counts of level ${level}: are not those of the users`,
      ),
    ]);
    await repairAll(worker);
  });

  it('counts every session after deletes that cascade to sessions', async () => {
    const person = await registerAndLogin(worker);
    await loginDevice(worker, person);
    await run(worker, 'UPDATE device_identities SET expires_at = 0');
    await sweepIdentities(worker.services);
    const identities = statement('SELECT id FROM device_identities');
    expect(await readRows(worker.services.db, identities)).toEqual([]);
    expect(await findInconsistencies(worker)).toEqual([]);
    await loginDevice(worker, person);
    const stayed = await registerAndLogin(worker);
    await run(worker, 'DELETE FROM users WHERE id = ?', person.userId);
    await run(worker, 'UPDATE site_totals SET users = users - 1, active_users = active_users - 1');
    expect(await findInconsistencies(worker)).toEqual([]);
    const rows = statement('SELECT user_id FROM user_sessions');
    expect(await readRows(worker.services.db, rows)).toEqual([{ user_id: stayed.userId }]);
  });

  it('pages through more objects and rows than fit on a page', async () => {
    const keys = Array.from(
      { length: 1200 },
      (_, index) => `stray/${String(index).padStart(5, '0')}`,
    );
    for (const key of keys) await worker.env.BUCKET.put(key, 'x');
    expect(await check(worker)).toHaveLength(1200);
    await worker.env.BUCKET.delete(keys.slice(0, 1000));
    await worker.env.BUCKET.delete(keys.slice(1000));
  });
});
