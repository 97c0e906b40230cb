import { beforeEach, describe, expect, it } from 'vitest';
import { requestDeletion } from '../../../../src/worker/domain/accounts/request-deletion.ts';
import { checkConsistency } from '../../../../src/worker/domain/consistency/check-consistency.ts';
import { repairFinding } from '../../../../src/worker/domain/consistency/repair-finding.ts';
import { expireFailedJobs } from '../../../../src/worker/domain/publication/expire-jobs.ts';
import { listPublications } from '../../../../src/worker/domain/publication/list-publications.ts';
import { changeSettings } from '../../../../src/worker/domain/settings/change-settings.ts';
import { writeSettings } from '../../../../src/worker/domain/settings/write-settings.ts';
import { readZip } from '../../../support/archives.ts';
import { findInconsistencies } from '../../../support/consistency.ts';
import { failPublication } from '../../../support/fail-publication.ts';
import { WEBP } from '../../../support/fixtures.ts';
import { seedUser } from '../../../support/images.ts';
import { deleteImageAs } from '../../../support/images-api.ts';
import { InjectedFault, type Interceptor } from '../../../support/instrument.ts';
import { makeGif, makePng } from '../../../support/craft-images.ts';
import { LEGACY_VARS, legacyClient, loseJobs, type LegacyClient } from '../../../support/legacy.ts';
import { loginAs, registerAndLogin, type Person } from '../../../support/people.ts';
import { resetState } from '../../../support/reset-state.ts';
import { listFindings, passMinutes, statusOf } from '../../../support/states.ts';
import { passTime } from '../../../support/upload-sweep.ts';
import { prepareUpload } from '../../../support/uploads.ts';
import { createTestWorker, TestClock, type TestWorker } from '../../../support/worker.ts';

const DAY_MS = 86_400_000;

let clock: TestClock;
let worker: TestWorker;
let person: Person;
let client: LegacyClient;

beforeEach(async () => {
  await resetState();
  clock = new TestClock();
  worker = createTestWorker({ clock, vars: LEGACY_VARS, intercept: loseJobs() });
  person = await registerAndLogin(worker);
  client = legacyClient(worker, person);
});

const run = async (text: string, ...values: (string | number)[]): Promise<void> => {
  await worker.env.DB.prepare(text)
    .bind(...values)
    .run();
};

const first = <Row>(text: string, ...values: (string | number)[]) =>
  worker.env.DB.prepare(text)
    .bind(...values)
    .first<Row>();

const listKeys = async (): Promise<string[]> =>
  (await worker.env.BUCKET.list()).objects.map(({ key }) => key);

const upload = async (file: Uint8Array = makePng()): Promise<{ id: string; imageId: number }> => {
  const { data } = await client.upload(file);
  return { id: String(data.id), imageId: Number(data.image_id) };
};

/** An upload whose Worker died once the file was stored; returns its id. */
const dieWithFile = async (key = crypto.randomUUID(), who = person): Promise<string> => {
  let isDead = false;
  const intercept: Interceptor = async ({ binding, method }, proceed) => {
    // Statistics are stored apart from the work.
    if (binding === 'COUNTERS') return proceed();
    const result = isDead ? null : await proceed();
    isDead ||= binding === 'BUCKET' && method === 'put';
    if (isDead) throw new InjectedFault('the Worker died');
    return result;
  };
  const dying = createTestWorker({ clock, vars: LEGACY_VARS, intercept: loseJobs(intercept) });
  await legacyClient(dying, who).upload(makePng(), key);
  await dying.settle();
  const row = await first<{ upload_id: string }>(
    'SELECT upload_id FROM upload_sessions WHERE idempotency_key = ?',
    key,
  );
  return row?.upload_id ?? '';
};

/** Does the work of the job: the image has its WebP, and is public. */
const publish = async ({ id, imageId }: { id: string; imageId: number }): Promise<void> => {
  const key = await first<{ object_key: string }>(
    `SELECT replace(original_key, '/original', '/derived.webp') AS object_key FROM upload_sessions
     WHERE upload_id = ?`,
    id,
  );
  await worker.env.BUCKET.put(String(key?.object_key), WEBP.lossy);
  const size = WEBP.lossy.byteLength;
  const now = clock.now();
  const { DB } = worker.env;
  await DB.batch([
    DB.prepare(
      `INSERT INTO image_variants (image_file_id, kind, object_key, mime_type, size, sha256, width, height, created_at)
       SELECT image_file_id, 'webp', ?, 'image/webp', ?, printf('%064d', id), 1, 1, 0 FROM images WHERE id = ?`,
    ).bind(String(key?.object_key), size, imageId),
    DB.prepare(
      `UPDATE image_files SET size = size + ? WHERE id = (SELECT image_file_id FROM images WHERE id = ?)`,
    ).bind(size, imageId),
    ...['users', 'site_totals'].map((table) =>
      DB.prepare(
        `UPDATE ${table} SET storage_used = storage_used + ?1, storage_reserved = storage_reserved
           - (SELECT reserved_bytes FROM upload_sessions WHERE upload_id = ?2)${table === 'users' ? ' WHERE id = ?3' : ''}`,
      ).bind(...(table === 'users' ? [size, id, person.userId] : [size, id])),
    ),
    DB.prepare(`UPDATE images SET processing_status = 'completed' WHERE id = ?`).bind(imageId),
    DB.prepare(
      `UPDATE upload_sessions SET status = 'completed', reserved_bytes = 0, closed_at = ?1, erase_due_at = ?1 + 1
       WHERE upload_id = ?2`,
    ).bind(now, id),
    DB.prepare(
      `UPDATE publication_jobs SET status = 'done', run_after = ?1 WHERE upload_id = ?2`,
    ).bind(now + DAY_MS, id),
  ]);
};

const expectNothingAstray = async (): Promise<void> => {
  expect(await findInconsistencies(worker)).toEqual([]);
  expect((await listFindings(worker)).filter((one) => !one.endsWith('running?'))).toEqual([]);
};

describe('the queue of uploads', () => {
  it('shows the state of an upload to its owner, until a day after its end', async () => {
    const done = await upload();
    const queued = await client.readQueue(done.id);
    expect(queued.data).toEqual({ id: done.id, status: 'pending', image_id: done.imageId });
    await run(`UPDATE images SET processing_status = 'processing' WHERE id = ?`, done.imageId);
    expect((await client.readQueue(done.id)).data.status).toBe('processing');
    await run(`UPDATE images SET processing_status = 'pending' WHERE id = ?`, done.imageId);
    await publish(done);
    expect((await client.readQueue(done.id)).data).toEqual({ ...queued.data, status: 'completed' });
    const failed = await upload();
    await failPublication(worker, failed.id);
    const failure = { code: 1003, message: 'No' };
    expect((await client.readQueue(failed.id)).data).toEqual({
      id: failed.id,
      status: 'failed',
      image_id: failed.imageId,
      failure,
    });
    const stranger = legacyClient(worker, await registerAndLogin(worker));
    expect(await stranger.readQueue(done.id)).toMatchObject({ status: 404, code: 4043 });
    expect(await client.readQueue('nothing')).toMatchObject({ status: 404, code: 4043 });
    await passTime(worker);
    clock.advance(DAY_MS);
    await passTime(worker);
    expect(await client.readQueue(done.id)).toMatchObject({ code: 4043 });
  });

  it('reports an upload as failed that was given up or whose Worker died', async () => {
    const key = crypto.randomUUID();
    const left = await dieWithFile(key);
    expect((await client.readQueue(left)).data).toEqual({ id: left, status: 'pending' });
    await client.upload(makePng(), key);
    expect((await client.readQueue(left)).data).toMatchObject({
      status: 'failed',
      failure: { code: 3006 },
    });
    const expired = await dieWithFile();
    clock.advance(worker.services.config.UPLOAD_PART_TIMEOUT_MS + 60_000);
    const failed = { status: 'failed', failure: { code: 4043 } };
    expect((await client.readQueue(expired)).data).toMatchObject(failed);
    await passTime(worker);
    expect((await client.readQueue(expired)).data).toMatchObject(failed);
  });

  it('and the upload sessions do not know each other (4043)', async () => {
    const { id } = await upload();
    const left = await dieWithFile();
    const { bodies, manifest } = await prepareUpload();
    for (const uploadId of [id, left]) {
      const answers = [
        await client.read(uploadId),
        await client.readAll([uploadId]),
        await client.put(uploadId, 'master', bodies.master),
        await client.complete(uploadId),
        await client.cancel(uploadId),
      ];
      expect(answers.map(({ code }) => code)).toEqual([4043, 4043, 4043, 4043, 4043]);
    }
    expect((await client.readQueue(left)).data.status).toBe('pending');
    const sessions = legacyClient(createTestWorker({ clock }), person);
    const { data } = await sessions.create(manifest);
    expect(await client.readQueue(data.upload_id)).toMatchObject({ code: 4043 });
  });
});

describe('the sweep', () => {
  it('erases what a dead request stored, releases its reservation and forgets it', async () => {
    await dieWithFile();
    expect(await listKeys()).toHaveLength(1);
    await expectNothingAstray();
    await passTime(worker);
    expect(await listKeys()).toEqual([]);
    expect(await first('SELECT storage_reserved FROM users WHERE id = ?', person.userId)).toEqual({
      storage_reserved: 0,
    });
    await expectNothingAstray();
    clock.advance(DAY_MS);
    await passTime(worker);
    expect(await first('SELECT count(*) AS n FROM upload_sessions')).toEqual({ n: 0 });
  });

  it('keeps the objects of an image, and those that a job may still add', async () => {
    const image = await upload();
    await publish(image);
    const kept = await listKeys();
    const avif = String(kept.find((key) => key.endsWith('.webp'))).replace('.webp', '.avif');
    await run(
      `INSERT INTO publication_jobs (image_id, kind, upload_id, status, run_after, created_at, updated_at)
       VALUES (?, 'avif', ?, 'queued', 0, 0, 0)`,
      image.imageId,
      image.id,
    );
    await worker.env.BUCKET.put(avif, 'x');
    await passTime(worker);
    expect(await listKeys()).toEqual([avif, ...kept]);
    await run(`DELETE FROM publication_jobs WHERE kind = 'avif'`);
    await run('UPDATE upload_sessions SET erase_due_at = 0');
    await passTime(worker);
    expect(await listKeys()).toEqual(kept);
  });

  it('releases the reservation of a failed publication after its retention', async () => {
    const image = await upload(makeGif(3, 3));
    await failPublication(worker, image.id);
    await expireFailedJobs(worker.services);
    expect(await listKeys()).toEqual([]);
    expect(
      await first(
        'SELECT storage_used, storage_reserved, image_count FROM users WHERE id = ?',
        person.userId,
      ),
    ).toEqual({ storage_used: 0, storage_reserved: 0, image_count: 1 });
    await expectNothingAstray();
  });
});

describe('an image of pipeline 1', () => {
  it('cannot be deleted in processing (4093), then goes with its derivatives', async () => {
    const image = await upload();
    const remove = () => deleteImageAs(worker, person, image.imageId);
    expect(await remove()).toMatchObject({ code: 4093 });
    await publish(image);
    expect(await remove()).toMatchObject({ code: 0, data: { storage_used: 0 } });
    await expectNothingAstray();
    expect((await client.readQueue(image.id)).data).toMatchObject({ status: 'completed' });
    await passMinutes(worker, 17);
    expect(await listKeys()).toEqual([]);
    await expectNothingAstray();
  });

  it('is erased with its account in every state', async () => {
    await upload();
    await publish(await upload());
    await failPublication(worker, (await upload()).id);
    await client.upload(new TextEncoder().encode('no image'));
    await requestDeletion(worker.services, { userId: await seedUser(worker) }, person);
    clock.advance(DAY_MS - 60_000);
    // It began just before the deletion.
    await run(`UPDATE users SET status = 'active' WHERE id = ?`, person.userId);
    await dieWithFile(crypto.randomUUID(), await loginAs(worker, person));
    expect(await listKeys()).toHaveLength(5);
    await run(`UPDATE users SET status = 'pending_deletion' WHERE id = ?`, person.userId);
    clock.advance(60_000);
    await passMinutes(worker, 2);
    expect(await statusOf(worker, person.userId)).toBeNull();
    await passMinutes(worker, 17);
    expect(await listKeys()).toEqual([]);
    await expectNothingAstray();
  });

  it('is stored under storage_path, which cannot change while it exists (4094)', async () => {
    const { services } = worker;
    await writeSettings(services, null, [{ key: 'storage_path', value: 'second' }]);
    const elsewhere = () =>
      changeSettings(services, { userId: person.userId }, [
        { key: 'storage_path', value: 'third' },
      ]);
    await dieWithFile();
    expect((await listKeys())[0]).toMatch(/^second\/[0-9A-Za-z]{12}\/original$/u);
    await expect(elsewhere()).rejects.toMatchObject({ reason: 'storage_path_in_use' });
    await passTime(worker);
    await elsewhere();
  });

  it('is in the archive as it was uploaded, under its own name and type', async () => {
    const file = makePng();
    const image = await upload(file);
    await publish(image);
    const response = await worker.fetch('/api/v1/user/archive', { headers: person.headers });
    const [entry] = await readZip(await response.arrayBuffer());
    expect(entry?.name).toBe(`images/${String(image.imageId)}-holiday.png`);
    expect(new Uint8Array(entry?.bytes ?? [])).toEqual(file);
  });

  it('is in the list of publications', async () => {
    const { id, imageId } = await upload();
    const { rows } = await listPublications(worker.services, {
      status: 'queued',
      cursor: '',
      limit: 5,
    });
    expect(rows).toMatchObject([{ imageId, uploadId: id, userId: person.userId }]);
  });
});

describe('fsck', () => {
  const find = async () => {
    const findings = [];
    for await (const finding of checkConsistency(worker.services)) findings.push(finding);
    return findings;
  };

  it('finds an image without its job, and queues it again', async () => {
    await upload();
    await run('DELETE FROM publication_jobs');
    const [finding] = await find();
    expect(finding).toMatchObject({ problem: 'waits to be published and no job is to come' });
    for (let twice = 0; twice < 2; twice += 1) {
      if (finding?.repair) await repairFinding(worker.services, finding.repair);
    }
    expect(await first('SELECT kind, status FROM publication_jobs')).toEqual({
      kind: 'publish',
      status: 'queued',
    });
    await expectNothingAstray();
  });

  it('finds an original that is missing from the bucket, or from the rows', async () => {
    const { imageId } = await upload();
    const [key] = await listKeys();
    await worker.env.BUCKET.delete(String(key));
    expect(await find()).toMatchObject([{ subject: `object ${String(key)}` }]);
    await run('UPDATE image_files SET variants = NULL');
    expect((await find()).map(({ subject, problem }) => `${subject} ${problem}`)).toContain(
      `image ${String(imageId)} is without its original`,
    );
  });
});
