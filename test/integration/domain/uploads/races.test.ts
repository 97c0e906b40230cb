import { beforeAll, beforeEach, expect, it } from 'vitest';
import { findInconsistencies } from '../../../support/consistency.ts';
import type { BindingCall } from '../../../support/instrument.ts';
import { registerAndLogin, type Person } from '../../../support/people.ts';
import { passTime } from '../../../support/upload-sweep.ts';
import {
  KINDS,
  loseMessages,
  prepareUpload,
  uploadAll,
  uploadClient,
  type Prepared,
  type UploadClient,
} from '../../../support/uploads.ts';
import { createTestWorker, TestClock } from '../../../support/worker.ts';

const VARS = { UPLOAD_ACTIVE_SESSIONS_PER_USER: '1000', UPLOAD_SESSIONS_PER_MINUTE: '1000' };

const clock = new TestClock();
const worker = createTestWorker({ clock, vars: VARS, intercept: loseMessages() });
const { DB, BUCKET } = worker.env;
let person: Person;
let client: UploadClient;

beforeAll(async () => {
  person = await registerAndLogin(worker);
});

beforeEach(async () => {
  person = await registerAndLogin(worker);
  client = uploadClient(worker, person);
});

const gate = () => {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
};

/** A client whose Worker stops at its first such operation until its release. */
const stoppingClient = (at: BindingCall) => {
  const reached = gate();
  const released = gate();
  let isFirst = true;
  const stopping = createTestWorker({
    clock,
    vars: VARS,
    intercept: loseMessages(async (call, proceed) => {
      if (isFirst && call.binding === at.binding && call.method === at.method) {
        isFirst = false;
        reached.open();
        await released.opened;
      }
      return proceed();
    }),
  });
  return { client: uploadClient(stopping, person), stopped: reached.opened, go: released.open };
};

const BEFORE_PUT: BindingCall = { binding: 'BUCKET', method: 'put' };
const BEFORE_MARK: BindingCall = { binding: 'DB', method: 'batch' };

const startWithout = async (missing: string, upload: Prepared): Promise<string> => {
  const { data } = await client.create(upload.manifest);
  for (const kind of KINDS) {
    if (kind !== missing) await client.put(data.upload_id, kind, upload.bodies[kind]);
  }
  return data.upload_id;
};

/** The last steps of a publication: the image is published, its source erased, its session closed. */
const publish = async (uploadId: string): Promise<void> => {
  await DB.batch([
    DB.prepare(
      `UPDATE users SET storage_reserved = storage_reserved - (SELECT reserved_bytes FROM upload_sessions
         WHERE upload_id = ?1) WHERE id = ?2`,
    ).bind(uploadId, person.userId),
    DB.prepare(
      `UPDATE site_totals SET storage_reserved = storage_reserved - (SELECT reserved_bytes FROM upload_sessions
         WHERE upload_id = ?1)`,
    ).bind(uploadId),
    DB.prepare(
      `UPDATE upload_sessions SET status = 'completed', reserved_bytes = 0, closed_at = ?2, erase_due_at = ?3
       WHERE upload_id = ?1`,
    ).bind(uploadId, clock.now(), clock.now() + 180_000),
    DB.prepare("UPDATE publication_jobs SET status = 'done' WHERE upload_id = ?1").bind(uploadId),
    DB.prepare(
      `UPDATE images SET processing_status = 'completed'
       WHERE id = (SELECT image_id FROM upload_sessions WHERE upload_id = ?1)`,
    ).bind(uploadId),
  ]);
  await BUCKET.delete(`staging/${uploadId}/publish_source.webp`);
};

it('50 concurrent sessions are admitted exactly as far as the quota allows', async () => {
  const need = 4 * 1000 + 33_554_432;
  await DB.prepare('UPDATE users SET storage_quota = ? WHERE id = ?')
    .bind(10 * need, person.userId)
    .run();
  const uploads = await Promise.all(
    Array.from({ length: 50 }, () => prepareUpload({ bytes: 1000 })),
  );
  const answers = await Promise.all(uploads.map(({ manifest }) => client.create(manifest)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
  expect(answers.filter(({ code }) => code === 4012)).toHaveLength(40);
  expect(await findInconsistencies(worker)).toEqual([]);
});

it('50 concurrent sessions are admitted exactly up to the cap of active sessions', async () => {
  const capped = createTestWorker({
    clock,
    vars: { ...VARS, UPLOAD_ACTIVE_SESSIONS_PER_USER: '8' },
  });
  const uploads = await Promise.all(Array.from({ length: 50 }, () => prepareUpload()));
  const by = uploadClient(capped, person);
  const answers = await Promise.all(uploads.map(({ manifest }) => by.create(manifest)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(8);
  expect(answers.filter(({ code }) => code === 4291)).toHaveLength(42);
});

it('concurrent requests with one key open one session', async () => {
  const { manifest } = await prepareUpload();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => client.create(manifest, 'the same key')),
  );
  expect(new Set(answers.map(({ data }) => data.upload_id)).size).toBe(1);
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(19);
});

it('concurrent puts of one part store it once', async () => {
  const upload = await prepareUpload({ bytes: 300_000 });
  const { data } = await client.create(upload.manifest);
  const puts = await Promise.all(
    Array.from({ length: 4 }, () => client.put(data.upload_id, 'master', upload.bodies.master)),
  );
  expect(puts.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(await findInconsistencies(worker)).toEqual([]);
});

it('two concurrent completes make one image', async () => {
  for (let trial = 0; trial < 5; trial += 1) {
    const uploadId = await uploadAll(client, await prepareUpload());
    const answers = await Promise.all([client.complete(uploadId), client.complete(uploadId)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[1]?.data).toEqual(answers[0]?.data);
  }
  const count = DB.prepare('SELECT count(*) AS images FROM images WHERE user_id = ?');
  expect(await count.bind(person.userId).first('images')).toBe(5);
  expect(await findInconsistencies(worker)).toEqual([]);
});

it('one of a concurrent complete and cancel wins', async () => {
  for (let trial = 0; trial < 10; trial += 1) {
    const uploadId = await uploadAll(client, await prepareUpload());
    const requests = [() => client.complete(uploadId), () => client.cancel(uploadId)];
    if (trial % 2 === 1) requests.reverse();
    const answers = await Promise.all(requests.map((request) => request()));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.code).toBe(4091);
  }
  await worker.settle();
  expect(await findInconsistencies(worker)).toEqual([]);
});

it('a complete is refused when a cancel happens between its read and its commit', async () => {
  const uploadId = await uploadAll(client, await prepareUpload());
  const slow = stoppingClient(BEFORE_MARK);
  const completing = slow.client.complete(uploadId);
  await slow.stopped;
  await client.cancel(uploadId);
  await worker.settle();
  slow.go();
  expect(await completing).toMatchObject({ status: 409, code: 4091 });
  expect(await findInconsistencies(worker)).toEqual([]);
});

it('a session completes only when its late part is marked', async () => {
  for (let trial = 0; trial < 10; trial += 1) {
    const upload = await prepareUpload();
    const uploadId = await startWithout('admin', upload);
    const [put, completed] = await Promise.all([
      client.put(uploadId, 'admin', upload.bodies.admin),
      client.complete(uploadId),
    ]);
    expect(put?.status).toBe(200);
    expect([200, 4092]).toContain(completed?.code === 0 ? 200 : completed?.code);
    expect((await client.complete(uploadId)).status).toBe(200);
  }
  expect(await findInconsistencies(worker)).toEqual([]);
});

it.each([
  ['before it is stored', BEFORE_PUT],
  ['before it is marked', BEFORE_MARK],
])('a part is erased whose session is cancelled %s', async (_, moment) => {
  const upload = await prepareUpload();
  const { data } = await client.create(upload.manifest);
  const slow = stoppingClient(moment);
  const putting = slow.client.put(data.upload_id, 'master', upload.bodies.master);
  await slow.stopped;
  await client.cancel(data.upload_id);
  await worker.settle();
  slow.go();
  expect(await putting).toMatchObject({ status: 409, code: 4091 });
  const parts = DB.prepare('SELECT object_key FROM upload_parts WHERE upload_id = ?');
  const key = await parts.bind(data.upload_id).first<string>('object_key');
  expect(await BUCKET.head(key ?? '')).toBeNull();
  await passTime(worker);
  expect(await findInconsistencies(worker)).toEqual([]);
});

it.each([
  ['before it is stored', BEFORE_PUT],
  ['before it is marked', BEFORE_MARK],
])('a part is not kept whose session ends %s', async (_, moment) => {
  const upload = await prepareUpload();
  const { data } = await client.create(upload.manifest);
  const slow = stoppingClient(moment);
  const putting = slow.client.put(data.upload_id, 'master', upload.bodies.master);
  await slow.stopped;
  await passTime(worker);
  slow.go();
  expect(await putting).toMatchObject({ status: 404, code: 4043 });
  expect(await findInconsistencies(worker)).toEqual([]);
});

it('an object is never erased that another put of the same part has marked', async () => {
  const upload = await prepareUpload();
  const uploadId = await startWithout('master', upload);
  const slow = stoppingClient(BEFORE_MARK);
  const putting = slow.client.put(uploadId, 'master', upload.bodies.master);
  await slow.stopped;
  expect((await client.put(uploadId, 'master', upload.bodies.master)).status).toBe(200);
  expect((await client.complete(uploadId)).status).toBe(200);
  slow.go();
  expect(await putting).toMatchObject({ status: 409, code: 4091 });
  expect(await findInconsistencies(worker)).toEqual([]);
  await passTime(worker);
  expect(await findInconsistencies(worker)).toEqual([]);
});

it('a publish_source that arrives after its publication is erased', async () => {
  const upload = await prepareUpload();
  const uploadId = await startWithout('publish_source', upload);
  const slow = stoppingClient(BEFORE_PUT);
  const source = upload.bodies.publish_source;
  const putting = slow.client.put(uploadId, 'publish_source', source);
  await slow.stopped;
  await client.put(uploadId, 'publish_source', source);
  await client.complete(uploadId);
  await publish(uploadId);
  slow.go();
  expect(await putting).toMatchObject({ status: 409, code: 4091 });
  expect(await BUCKET.head(`staging/${uploadId}/publish_source.webp`)).toBeNull();
  expect(await findInconsistencies(worker)).toEqual([]);
});

it('a publish_source whose late put died after storing it is swept', async () => {
  const upload = await prepareUpload();
  const uploadId = await uploadAll(client, upload);
  await client.complete(uploadId);
  await publish(uploadId);
  const key = `staging/${uploadId}/publish_source.webp`;
  await BUCKET.put(key, upload.bodies.publish_source);
  await passTime(worker);
  expect(await BUCKET.head(key)).toBeNull();
  expect(await findInconsistencies(worker)).toEqual([]);
});

it('a user can put at most 4 parts at the same time (4291)', async () => {
  const upload = await prepareUpload();
  const others = await prepareUpload();
  const { data } = await client.create(upload.manifest);
  const { data: other } = await client.create(others.manifest);
  const slow = KINDS.map((kind) => {
    const stopping = stoppingClient(BEFORE_PUT);
    const put = stopping.client.put(data.upload_id, kind, upload.bodies[kind]);
    return { ...stopping, put };
  });
  await Promise.all(slow.map(({ stopped }) => stopped));
  const fifth = () => client.put(other.upload_id, 'admin', others.bodies.admin);
  expect(await fifth()).toMatchObject({ status: 429, code: 4291 });
  for (const { go } of slow) go();
  for (const { put } of slow) expect((await put).status).toBe(200);
  expect((await fifth()).status).toBe(200);
});
