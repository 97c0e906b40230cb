import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findInconsistencies } from '../../../support/consistency.ts';
import { registerAndLogin, type Person } from '../../../support/people.ts';
import {
  loseMessages,
  prepareUpload,
  uploadAll,
  uploadClient,
  type UploadClient,
} from '../../../support/uploads.ts';
import { createTestWorker, TestClock } from '../../../support/worker.ts';

const DAY_MS = 86_400_000;
const clock = new TestClock();
const withVars = (vars: Record<string, string>) =>
  createTestWorker({ clock, vars, intercept: loseMessages() });

const worker = withVars({});
const { DB } = worker.env;
let person: Person;
let client: UploadClient;

const clientOf = (vars: Record<string, string>) => uploadClient(withVars(vars), person);

beforeAll(async () => {
  person = await registerAndLogin(worker);
  client = uploadClient(worker, person);
});

afterAll(async () => {
  expect(await findInconsistencies(worker)).toEqual([]);
});

const freshPerson = async () => {
  const someone = await registerAndLogin(worker);
  return { someone, client: uploadClient(worker, someone) };
};

describe('the request', () => {
  it('requires an Idempotency-Key of 1 to 64 characters (3000)', async () => {
    const { manifest } = await prepareUpload();
    const bare = await client.send('POST', '/uploads/', {
      body: JSON.stringify(manifest),
      headers: { 'Content-Type': 'application/json' },
    });
    expect(bare).toMatchObject({ status: 400, code: 3000 });
    expect(await client.create(manifest, 'k'.repeat(65))).toMatchObject({ code: 3000 });
    expect(await client.create(manifest, 'k'.repeat(64))).toMatchObject({ status: 201 });
  });

  it('has the rounding rule of publish_source in the API document, at recipe and manifest', async () => {
    const response = await worker.fetch('/api/v1/openapi.json');
    const { components } = await response.json<{
      components: { schemas: Record<string, unknown> };
    }>();
    const rule = /rounded to the nearest pixel with halves up/u;
    for (const name of ['Recipe', 'UploadManifest']) {
      expect(JSON.stringify(components.schemas[name]), name).toMatch(rule);
    }
  });

  it('is refused with the name of the wrong field of its manifest', async () => {
    const { manifest } = await prepareUpload();
    const { status, code, message } = await client.create({ ...manifest, visibility: 'hidden' });
    expect({ status, code }).toEqual({ status: 400, code: 3005 });
    expect(message).toContain('visibility');
  });

  it('is refused for another recipe version, too large a part and too large an image', async () => {
    const { manifest } = await prepareUpload();
    expect(await client.create({ ...manifest, recipe_version: '9.0.0' })).toMatchObject({
      status: 426,
      code: 4261,
    });
    const parts = manifest.parts.map((part) => ({ ...part, size: 33_554_433 }));
    expect(await client.create({ ...manifest, parts })).toMatchObject({ status: 413, code: 3002 });
    const wide = await prepareUpload({ width: 10_000, height: 5001 });
    expect(await client.create(wide.manifest)).toMatchObject({ status: 400, code: 3010 });
  });

  it.each([
    ['{"filename":', 'application/json', 3000],
    ['[]', 'application/json', 3005],
    ['filename=a', 'application/x-www-form-urlencoded', 3003],
  ])('is refused with the body %j of type %s', async (body, type, code) => {
    const headers = { 'Content-Type': type, 'Idempotency-Key': crypto.randomUUID() };
    const answer = await client.send('POST', '/uploads/', { body, headers });
    expect(answer.code).toBe(code);
  });

  it('is refused with JSON over 1 MiB (3002)', async () => {
    const { manifest } = await prepareUpload();
    const filler = 'x'.repeat(1_048_576);
    expect(await client.create({ ...manifest, filler })).toMatchObject({ status: 413, code: 3002 });
  });

  it('requires a session', async () => {
    const anonymous = uploadClient(worker, { headers: {} });
    const { manifest } = await prepareUpload();
    expect(await anonymous.create(manifest)).toMatchObject({ status: 401, code: 4010 });
  });
});

describe('an idempotency key', () => {
  it('returns the existing session for the same manifest, in any order of fields', async () => {
    const { manifest } = await prepareUpload();
    const key = crypto.randomUUID();
    const first = await client.create(manifest, key);
    const reordered = Object.fromEntries(Object.entries(manifest).toReversed());
    const second = await client.create(reordered, key);
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(second.data).toEqual(first.data);
  });

  it('is refused with another manifest (4091)', async () => {
    const key = crypto.randomUUID();
    const { manifest } = await prepareUpload();
    await client.create(manifest, key);
    const other = await client.create({ ...manifest, filename: 'other.jpg' }, key);
    expect(other).toMatchObject({ status: 409, code: 4091 });
  });

  it('is separate for each user', async () => {
    const key = crypto.randomUUID();
    const { manifest } = await prepareUpload();
    const other = await freshPerson();
    expect((await client.create(manifest, key)).status).toBe(201);
    expect((await other.client.create(manifest, key)).status).toBe(201);
  });

  it('is remembered for 24 hours after its session is cancelled, and then free', async () => {
    const { client } = await freshPerson();
    const key = crypto.randomUUID();
    const { manifest } = await prepareUpload();
    const { data } = await client.create(manifest, key);
    await client.cancel(data.upload_id);
    clock.advance(DAY_MS - 1);
    const replayed = await client.create(manifest, key);
    expect(replayed.status).toBe(200);
    expect(replayed.data).toMatchObject({ upload_id: data.upload_id, status: 'cancelled' });
    clock.advance(1);
    const fresh = await client.create({ ...manifest, filename: 'other.jpg' }, key);
    expect(fresh.status).toBe(201);
    expect(fresh.data.upload_id).not.toBe(data.upload_id);
  });

  it('returns the existing session whatever the capacity', async () => {
    const { someone } = await freshPerson();
    const { manifest } = await prepareUpload();
    const key = crypto.randomUUID();
    const { data } = await uploadClient(worker, someone).create(manifest, key);
    await DB.prepare('UPDATE users SET storage_quota = 0 WHERE id = ?').bind(someone.userId).run();
    const full = withVars({
      UPLOAD_ACTIVE_SESSIONS_PER_USER: '1',
      UPLOAD_SESSIONS_PER_MINUTE: '1',
      STORAGE_CAPACITY_BYTES: '1',
      V2_UPLOAD_ENABLED: 'false',
    });
    const again = await uploadClient(full, someone).create(manifest, key);
    expect(again).toMatchObject({ status: 200, data: { upload_id: data.upload_id } });
  });
});

describe('admission', () => {
  it('answers 5031 while pipeline 2 is off, and existing sessions continue', async () => {
    const upload = await prepareUpload();
    const { data } = await client.create(upload.manifest);
    const off = clientOf({ V2_UPLOAD_ENABLED: 'false' });
    expect((await off.recipe()).data.v2_enabled).toBe(false);
    expect(await off.create((await prepareUpload()).manifest)).toMatchObject({
      status: 503,
      code: 5031,
    });
    expect((await off.put(data.upload_id, 'admin', upload.bodies.admin)).status).toBe(200);
  });

  it('refuses legacy uploads with 4262 while pipeline 2 is on', async () => {
    expect(await client.send('POST', '/images/', { body: 'x' })).toMatchObject({
      status: 426,
      code: 4262,
    });
    const off = clientOf({ V2_UPLOAD_ENABLED: 'false' });
    expect(await off.send('POST', '/images/', { body: 'x' })).toMatchObject({ code: 3000 });
  });

  it('refuses too many active sessions (4291), and counts no closed or expired one', async () => {
    const { someone } = await freshPerson();
    const narrow = uploadClient(withVars({ UPLOAD_ACTIVE_SESSIONS_PER_USER: '2' }), someone);
    const open = async () => narrow.create((await prepareUpload()).manifest);
    const first = await open();
    await open();
    expect(await open()).toMatchObject({ status: 429, code: 4291 });
    await narrow.cancel(first.data.upload_id);
    expect((await open()).status).toBe(201);
    clock.advance(3_600_000);
    expect((await open()).status).toBe(201);
    const processing = await uploadAll(narrow, await prepareUpload());
    await narrow.complete(processing);
    expect(await open()).toMatchObject({ code: 4291 });
  });

  it('refuses bytes over the quota with its allowance (4012), and accepts the exact rest', async () => {
    const { someone, client } = await freshPerson();
    const { manifest } = await prepareUpload({ bytes: 1000 });
    const setQuota = (bytes: number) =>
      DB.prepare('UPDATE users SET storage_quota = ? WHERE id = ?')
        .bind(bytes, someone.userId)
        .run();
    await setQuota(4000 + 33_554_432 - 1);
    expect(await client.create(manifest)).toMatchObject({ status: 403, code: 4012 });
    await setQuota(4000 + 33_554_432);
    expect((await client.create(manifest)).status).toBe(201);
    expect(await client.create(manifest)).toMatchObject({ code: 4012 });
  });

  it('refuses images over the limit of an account, potential ones included (4012)', async () => {
    const { someone } = await freshPerson();
    const narrow = uploadClient(withVars({ IMAGES_PER_USER: '3' }), someone);
    const open = async () => narrow.create((await prepareUpload()).manifest);
    await narrow.complete(await uploadAll(narrow, await prepareUpload()));
    // In any order: each batch counts the sessions that earlier ones opened.
    const answers = await Promise.all(Array.from({ length: 6 }, open));
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(2);
    const refused = answers.filter(({ code }) => code === 4012);
    expect(refused).toHaveLength(4);
    expect(refused[0]).toMatchObject({ status: 403, message: 'The account holds too many images' });
    const opened = answers.find(({ code }) => code === 0);
    await narrow.cancel(opened?.data.upload_id);
    const last = await uploadAll(narrow, await prepareUpload());
    expect(await open()).toMatchObject({ code: 4012 });
    expect((await narrow.complete(last)).status).toBe(200);
    expect(await open()).toMatchObject({ code: 4012 });
    const count = await DB.prepare('SELECT image_count FROM users WHERE id = ?')
      .bind(someone.userId)
      .first('image_count');
    expect(count).toBe(2);
  });

  it("refuses sessions that would exceed the site's soft threshold (5030)", async () => {
    const total = await DB.prepare(
      'SELECT storage_used + storage_reserved AS bytes FROM site_totals',
    ).first<number>('bytes');
    const { manifest } = await prepareUpload({ bytes: 1000 });
    const need = (total ?? 0) + 4000 + 33_554_432;
    const capacity = (bytes: number) =>
      clientOf({ STORAGE_CAPACITY_BYTES: String(bytes), STORAGE_SOFT_PRESSURE_PERCENT: '50' });
    const refused = await capacity(2 * need - 1).create(manifest);
    expect(refused).toMatchObject({ status: 503, code: 5030 });
    expect(refused.headers.get('Retry-After')).toMatch(/^\d+$/u);
    const { someone } = await freshPerson();
    const roomy = withVars({
      STORAGE_CAPACITY_BYTES: String(2 * need),
      STORAGE_SOFT_PRESSURE_PERCENT: '50',
    });
    expect((await uploadClient(roomy, someone).create(manifest)).status).toBe(201);
  });

  it('limits sessions per user and minute (4029), with Retry-After', async () => {
    const { someone } = await freshPerson();
    const slow = uploadClient(withVars({ UPLOAD_SESSIONS_PER_MINUTE: '2' }), someone);
    const open = async () => slow.create((await prepareUpload()).manifest);
    expect([(await open()).status, (await open()).status]).toEqual([201, 201]);
    const refused = await open();
    expect(refused).toMatchObject({ status: 429, code: 4029 });
    expect(Number(refused.headers.get('Retry-After'))).toBe(60);
    clock.advance(60_001);
    expect((await open()).status).toBe(201);
  });

  it('refuses an account scheduled for deletion (4038), even when its session is outdated', async () => {
    const { someone, client } = await freshPerson();
    const upload = await prepareUpload();
    const { data } = await client.create(upload.manifest);
    await DB.batch([
      DB.prepare("UPDATE users SET status = 'pending_deletion' WHERE id = ?").bind(someone.userId),
      DB.prepare('UPDATE site_totals SET active_users = active_users - 1'),
    ]);
    expect(await client.create((await prepareUpload()).manifest)).toMatchObject({
      status: 403,
      code: 4038,
    });
    expect(await client.put(data.upload_id, 'admin', upload.bodies.admin)).toMatchObject({
      code: 4038,
    });
    expect(await client.complete(data.upload_id)).toMatchObject({ code: 4038 });
  });
});

it('every refusal of an upload session leaves a consistent state', async () => {
  const { client: own } = await freshPerson();
  const { manifest } = await prepareUpload();
  expect(await own.create({ ...manifest, visibility: 'hidden' })).toMatchObject({ code: 3005 });
  expect(await own.create(manifest)).toMatchObject({ status: 201 });
  expect(await findInconsistencies(worker)).toEqual([]);
});
