import { beforeEach, expect, it } from 'vitest';
import {
  eraseClosedUploads,
  expireUploads,
  finishUploads,
} from '../../../../src/worker/domain/uploads/sweep-uploads.ts';
import { forgetUploads } from '../../../../src/worker/domain/uploads/forget-uploads.ts';
import { findInconsistencies } from '../../../support/consistency.ts';
import { seedProcessingImage, seedPublishedImage } from '../../../support/images.ts';
import { countInto, type Tally } from '../../../support/instrument.ts';
import { registerAndLogin, type Person } from '../../../support/people.ts';
import { resetState } from '../../../support/reset-state.ts';
import { passTime } from '../../../support/upload-sweep.ts';
import {
  loseMessages,
  prepareUpload,
  uploadAll,
  uploadClient,
  type UploadClient,
} from '../../../support/uploads.ts';
import { createTestWorker, TestClock } from '../../../support/worker.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** With its parts. */
const SESSION_ROWS = 5;
const clock = new TestClock();
const worker = createTestWorker({
  clock,
  vars: { UPLOAD_ACTIVE_SESSIONS_PER_USER: '1000', UPLOAD_SESSIONS_PER_MINUTE: '1000' },
  intercept: loseMessages(),
});
const { services, env } = worker;
const { DB, BUCKET } = env;
let person: Person;
let client: UploadClient;

beforeEach(async () => {
  await resetState();
  person = await registerAndLogin(worker);
  client = uploadClient(worker, person);
});

const sessionOf = (uploadId: string) =>
  DB.prepare('SELECT * FROM upload_sessions WHERE upload_id = ?')
    .bind(uploadId)
    .first<Record<string, unknown>>();

const open = async (): Promise<string> =>
  String((await client.create((await prepareUpload()).manifest)).data.upload_id);

it('an expired upload fails and its reservation is released', async () => {
  const uploadId = await uploadAll(client, await prepareUpload());
  clock.advance(HOUR_MS - 1);
  expect(await expireUploads(services)).toBe(0);
  clock.advance(1);
  expect(await expireUploads(services)).toBe(1);
  expect(await sessionOf(uploadId)).toMatchObject({
    status: 'failed',
    failure_code: 4043,
    reserved_bytes: 0,
    closed_at: clock.now(),
  });
  expect((await BUCKET.list()).objects).toEqual([]);
  expect(await client.read(uploadId)).toMatchObject({ status: 404, code: 4043 });
  expect(await client.complete(uploadId)).toMatchObject({ code: 4043 });
  expect(await client.cancel(uploadId)).toMatchObject({ code: 4043 });
  expect(await findInconsistencies(worker)).toEqual([]);
});

it('images in processing stay, however old they are', async () => {
  const uploadId = await uploadAll(client, await prepareUpload());
  await client.complete(uploadId);
  await passTime(worker);
  clock.advance(3 * DAY_MS);
  await passTime(worker);
  expect(await sessionOf(uploadId)).toMatchObject({ status: 'processing' });
  expect(await findInconsistencies(worker)).toEqual([]);
});

it('two sweeps may run at the same time', async () => {
  for (let i = 0; i < 5; i += 1) await uploadAll(client, await prepareUpload());
  clock.advance(HOUR_MS);
  const counts = await Promise.all([1, 2, 3].map(() => expireUploads(services)));
  expect(counts.reduce((sum, count) => sum + count)).toBe(5);
  expect(await findInconsistencies(worker)).toEqual([]);
  clock.advance(HOUR_MS);
  await Promise.all([1, 2, 3].map(() => eraseClosedUploads(services)));
  expect(await eraseClosedUploads(services)).toBe(0);
  expect(await findInconsistencies(worker)).toEqual([]);
});

it('a part that was stored after its session had closed is erased again', async () => {
  const upload = await prepareUpload();
  const { data } = await client.create(upload.manifest);
  await client.cancel(data.upload_id);
  await worker.settle();
  const key = `staging/${data.upload_id}/publish_source.webp`;
  await BUCKET.put(key, upload.bodies.publish_source);
  expect(await eraseClosedUploads(services)).toBe(0);
  clock.advance(180_000);
  expect(await eraseClosedUploads(services)).toBe(1);
  expect(await BUCKET.head(key)).toBeNull();
});

it('a session in cleanup_pending without a job is finished, and no other', async () => {
  const orphan = await seedPublishedImage(worker);
  const waiting = await seedProcessingImage(worker);
  await DB.prepare(
    "UPDATE upload_sessions SET status = 'cleanup_pending', closed_at = NULL WHERE upload_id IN (?, ?)",
  )
    .bind(orphan.uploadId, waiting.uploadId)
    .run();
  await BUCKET.put(orphan.sourceKey, 'left behind');
  expect(await finishUploads(services)).toBe(1);
  expect(await sessionOf(orphan.uploadId)).toMatchObject({ status: 'completed' });
  expect(await sessionOf(waiting.uploadId)).toMatchObject({ status: 'cleanup_pending' });
  expect(await BUCKET.head(orphan.sourceKey)).toBeNull();
  for (const key of Object.values(orphan.keys)) expect(await BUCKET.head(key)).not.toBeNull();
  await DB.prepare("UPDATE upload_sessions SET status = 'processing' WHERE upload_id = ?")
    .bind(waiting.uploadId)
    .run();
  expect(await findInconsistencies(worker)).toEqual([]);
});

it('the released parts of a failed publication are erased, and no others', async () => {
  const failed = await seedProcessingImage(worker);
  const setFailed = (reserved: number) =>
    DB.prepare(
      `UPDATE upload_sessions SET status = 'failed', closed_at = ?, erase_due_at = ?, reserved_bytes = ?
       WHERE upload_id = ?`,
    )
      .bind(clock.now(), clock.now(), reserved, failed.uploadId)
      .run();
  await setFailed(1);
  await eraseClosedUploads(services);
  expect(await BUCKET.head(failed.sourceKey)).not.toBeNull();
  await setFailed(0);
  await eraseClosedUploads(services);
  expect(await BUCKET.head(failed.sourceKey)).toBeNull();
  expect(await BUCKET.head(failed.keys.master)).not.toBeNull();
});

it('closed sessions are forgotten a day after their end, and their keys a day after creation', async () => {
  const cancelled = await open();
  clock.advance(HOUR_MS / 2);
  await client.cancel(cancelled);
  await passTime(worker);
  clock.advance(DAY_MS - 2 * HOUR_MS);
  await forgetUploads(services);
  expect(await sessionOf(cancelled)).not.toBeNull();
  clock.advance(2 * HOUR_MS);
  await forgetUploads(services);
  expect(await sessionOf(cancelled)).toBeNull();
  expect(await client.read(cancelled)).toMatchObject({ code: 4043 });
  const parts = DB.prepare('SELECT count(*) AS n FROM upload_parts WHERE upload_id = ?');
  expect(await parts.bind(cancelled).first('n')).toBe(0);
});

it('a closed session stays as long as its key is known, and goes without another write', async () => {
  const tally: Tally = { calls: {}, rowsRead: 0, rowsWritten: 0 };
  const vars = { UPLOAD_IDEMPOTENCY_TTL_MS: String(3 * DAY_MS) };
  const lasting = createTestWorker({ clock, vars, intercept: countInto(tally) });
  const upload = await prepareUpload();
  const key = crypto.randomUUID();
  const { data } = await client.create(upload.manifest, key);
  await client.cancel(data.upload_id);
  await passTime(worker);
  clock.advance(2 * DAY_MS);
  await forgetUploads(lasting.services);
  const repeated = await uploadClient(lasting, person).create(upload.manifest, key);
  expect(repeated.data).toMatchObject({ upload_id: data.upload_id, status: 'cancelled' });
  clock.advance(DAY_MS);
  tally.rowsWritten = 0;
  await forgetUploads(lasting.services);
  expect(tally.rowsWritten).toBe(SESSION_ROWS);
  expect(await sessionOf(data.upload_id)).toBeNull();
});

it('a session with an expired key that is kept gives it to the next upload, of two at once to one', async () => {
  const kept = await seedPublishedImage(worker);
  const upload = await prepareUpload();
  const key = crypto.randomUUID();
  await DB.batch([
    DB.prepare("UPDATE publication_jobs SET status = 'failed' WHERE id = ?").bind(kept.jobId),
    DB.prepare(
      'UPDATE upload_sessions SET idempotency_key = ?, user_id = ? WHERE upload_id = ?',
    ).bind(key, person.userId, kept.uploadId),
  ]);
  clock.advance(2 * DAY_MS);
  await forgetUploads(services);
  const [one, other] = await Promise.all([1, 2].map(() => client.create(upload.manifest, key)));
  expect(one?.data.upload_id).toBe(other?.data.upload_id);
  expect(one?.data.upload_id).not.toBe(kept.uploadId);
  expect(await sessionOf(kept.uploadId)).not.toBeNull();
  await DB.prepare("UPDATE publication_jobs SET status = 'done' WHERE id = ?")
    .bind(kept.jobId)
    .run();
});

it('a session is forgotten without a look at the jobs of others', async () => {
  const others = 20;
  const rowsRead = async (): Promise<number> => {
    await seedPublishedImage(worker);
    clock.advance(2 * DAY_MS);
    const tally: Tally = { calls: {}, rowsRead: 0, rowsWritten: 0 };
    const counted = createTestWorker({ clock, intercept: countInto(tally) });
    await forgetUploads(counted.services);
    expect(tally.rowsWritten).toBe(SESSION_ROWS);
    return tally.rowsRead;
  };
  await forgetUploads(services);
  const alone = await rowsRead();
  for (let other = 0; other < others; other += 1) await seedProcessingImage(worker);
  expect(await rowsRead()).toBeLessThan(alone + others);
});

it('a closed session stays while a publication job needs it', async () => {
  const failed = await seedPublishedImage(worker);
  await DB.prepare("UPDATE publication_jobs SET status = 'failed' WHERE id = ?")
    .bind(failed.jobId)
    .run();
  clock.advance(2 * DAY_MS);
  await forgetUploads(services);
  await forgetUploads(services);
  expect(await sessionOf(failed.uploadId)).not.toBeNull();
  await DB.prepare("UPDATE publication_jobs SET status = 'done' WHERE id = ?")
    .bind(failed.jobId)
    .run();
  await forgetUploads(services);
  expect(await sessionOf(failed.uploadId)).toBeNull();
});

it('a run processes more sessions than a statement may change', async () => {
  const insert = `
    INSERT INTO upload_sessions (upload_id, user_id, manifest_sha256, status, filename, visibility, processor_version,
      recipe_version, source_mime_type, source_width, source_height, unique_link, reserved_bytes, created_at, expires_at)
    SELECT 'many-' || value, ?, '', 'initiated', 'a', 'public', '1', '2.0.0', 'image/png', 1, 1, 'many-' || value, 0, ?, ?
    FROM json_each(?)`;
  const numbers = JSON.stringify(Array.from({ length: 450 }, (_, i) => i));
  await DB.prepare(insert).bind(person.userId, clock.now(), clock.now(), numbers).run();
  expect(await expireUploads(services)).toBe(450);
  expect(await expireUploads(services)).toBe(0);
});
