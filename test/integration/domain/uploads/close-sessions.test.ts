import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expireUploads } from '../../../../src/worker/domain/uploads/sweep-uploads.ts';
import { findInconsistencies } from '../../../support/consistency.ts';
import { call } from '../../../support/api-call.ts';
import { registerAndLogin, type Person } from '../../../support/people.ts';
import {
  KINDS,
  prepareUpload,
  uploadAll,
  uploadClient,
  type UploadClient,
} from '../../../support/uploads.ts';
import { createTestWorker, TestClock } from '../../../support/worker.ts';

const HOUR_MS = 3_600_000;
const clock = new TestClock();
const sent: string[] = [];
const worker = createTestWorker({
  clock,
  vars: { UPLOAD_ACTIVE_SESSIONS_PER_USER: '1000' },
  intercept: (call, proceed) => {
    if (call.binding !== 'PUBLISH_QUEUE') return proceed();
    sent.push(call.method);
    return Promise.resolve();
  },
});
const { DB, BUCKET } = worker.env;
let person: Person;
let client: UploadClient;
let stranger: UploadClient;

beforeAll(async () => {
  person = await registerAndLogin(worker);
  client = uploadClient(worker, person);
  stranger = uploadClient(worker, await registerAndLogin(worker));
});

afterAll(async () => {
  expect(await findInconsistencies(worker)).toEqual([]);
});

const open = async (): Promise<string> =>
  String((await client.create((await prepareUpload()).manifest)).data.upload_id);

const process = async (): Promise<string> => {
  const uploadId = await uploadAll(client, await prepareUpload({ bytes: 1000 }));
  await client.complete(uploadId);
  return uploadId;
};

const account = async () =>
  DB.prepare('SELECT storage_used, storage_reserved, image_count FROM users WHERE id = ?')
    .bind(person.userId)
    .first<{ storage_used: number; storage_reserved: number; image_count: number }>();

const setStatus = (uploadId: string, session: string, image: string) =>
  DB.batch([
    DB.prepare(
      `UPDATE images SET processing_status = ?, failure_code = 1003, failure_message = 'The image cannot be decoded'
       WHERE id = (SELECT image_id FROM upload_sessions WHERE upload_id = ?)`,
    ).bind(image, uploadId),
    DB.prepare('UPDATE upload_sessions SET status = ? WHERE upload_id = ?').bind(session, uploadId),
  ]);

describe('completing a session', () => {
  it('moves the stored parts from reserved to used bytes, and keeps the rest reserved', async () => {
    const before = await account();
    await process();
    const after = await account();
    expect((after?.storage_used ?? 0) - (before?.storage_used ?? 0)).toBe(3000);
    expect((after?.storage_reserved ?? 0) - (before?.storage_reserved ?? 0)).toBe(
      1000 + 33_554_432,
    );
    expect((after?.image_count ?? 0) - (before?.image_count ?? 0)).toBe(1);
  });

  it('answers 4092 when a part is missing', async () => {
    const upload = await prepareUpload();
    const { data } = await client.create(upload.manifest);
    expect(await client.complete(data.upload_id)).toMatchObject({ status: 409, code: 4092 });
    for (const kind of KINDS.slice(1)) {
      await client.put(data.upload_id, kind, upload.bodies[kind]);
    }
    expect(await client.complete(data.upload_id)).toMatchObject({ status: 409, code: 4092 });
    await client.put(data.upload_id, 'master', upload.bodies.master);
    expect((await client.complete(data.upload_id)).status).toBe(200);
  });

  it('answers the same when repeated, and queues one job', async () => {
    const uploadId = await uploadAll(client, await prepareUpload());
    sent.length = 0;
    const first = await client.complete(uploadId);
    const second = await client.complete(uploadId);
    expect(second).toMatchObject({ status: 200, data: first.data });
    expect(sent).toEqual(['send']);
  });

  it('succeeds when the queue loses its message', async () => {
    const uploadId = await uploadAll(client, await prepareUpload());
    const deaf = createTestWorker({
      clock,
      intercept: async (call, proceed) => {
        if (call.binding === 'PUBLISH_QUEUE') throw new Error('queue is down');
        return proceed();
      },
    });
    const answer = await uploadClient(deaf, person).complete(uploadId);
    expect(answer).toMatchObject({ status: 200, data: { status: 'processing' } });
  });

  it('answers 4091 to a cancelled, 4043 to an expired, unknown or foreign one', async () => {
    const cancelled = await uploadAll(client, await prepareUpload());
    await client.cancel(cancelled);
    expect(await client.complete(cancelled)).toMatchObject({ status: 409, code: 4091 });
    expect(await client.complete('unknown')).toMatchObject({ status: 404, code: 4043 });
    const foreign = await uploadAll(client, await prepareUpload());
    expect(await stranger.complete(foreign)).toMatchObject({ status: 404, code: 4043 });
    clock.advance(HOUR_MS);
    expect(await client.complete(foreign)).toMatchObject({ status: 404, code: 4043 });
  });

  it('makes a title of the file name without folders and extension, or of all of it', async () => {
    for (const [filename, title] of [
      ['no extension', 'no extension'],
      ['.webp', '.webp'],
      ['a.b.c', 'a.b'],
      ['../../x.jpg', 'x'],
      ['C:\\photos\\2026.05\\at sea', 'at sea'],
      ['folder.d/.webp/', '.webp'],
      ['//', '//'],
    ]) {
      const uploadId = await uploadAll(client, await prepareUpload({ filename: filename ?? '' }));
      await client.complete(uploadId);
      const { data } = await call<{ images: { title: string }[] }>(
        worker,
        person,
        'GET',
        '/images/?limit=1',
      );
      expect(data.images[0]?.title).toBe(title);
    }
  });
});

describe('cancelling a session', () => {
  it('releases the reservation immediately and erases what was stored', async () => {
    const before = await account();
    const uploadId = await uploadAll(client, await prepareUpload());
    const prefixes = await DB.prepare('SELECT object_key FROM upload_parts WHERE upload_id = ?')
      .bind(uploadId)
      .all<{ object_key: string }>();
    const answer = await client.cancel(uploadId);
    expect(answer).toMatchObject({
      status: 200,
      data: { upload_id: uploadId, status: 'cancelled' },
    });
    expect(await account()).toEqual(before);
    await worker.settle();
    for (const { object_key: key } of prefixes.results) expect(await BUCKET.head(key)).toBeNull();
  });

  it('answers the same when repeated', async () => {
    const before = await account();
    const uploadId = await open();
    const first = await client.cancel(uploadId);
    expect(await client.cancel(uploadId)).toMatchObject({ status: 200, data: first.data });
    expect(await account()).toEqual(before);
  });

  it('answers 4091 during or after processing, 4043 to an unknown or foreign one', async () => {
    const uploadId = await process();
    expect(await client.cancel(uploadId)).toMatchObject({ status: 409, code: 4091 });
    for (const status of ['completed', 'cleanup_pending', 'failed']) {
      await setStatus(uploadId, status, 'completed');
      expect(await client.cancel(uploadId)).toMatchObject({ status: 409, code: 4091 });
    }
    await setStatus(uploadId, 'processing', 'pending');
    expect(await client.cancel('unknown')).toMatchObject({ status: 404, code: 4043 });
    const foreign = await open();
    expect(await stranger.cancel(foreign)).toMatchObject({ status: 404, code: 4043 });
    clock.advance(HOUR_MS);
    expect(await client.cancel(foreign)).toMatchObject({ status: 404, code: 4043 });
  });
});

describe('the status of a session', () => {
  it('lists the stored parts', async () => {
    const upload = await prepareUpload();
    const { data } = await client.create(upload.manifest);
    await client.put(data.upload_id, 'gallery', upload.bodies.gallery);
    expect((await client.read(data.upload_id)).data).toEqual({
      upload_id: data.upload_id,
      status: 'uploading',
      expires_at: data.expires_at,
      parts: KINDS.map((kind) => ({ kind, status: kind === 'gallery' ? 'uploaded' : 'pending' })),
    });
  });

  it('has the image fields once it is published, even during the cleanup', async () => {
    const uploadId = await process();
    for (const status of ['cleanup_pending', 'completed']) {
      await setStatus(uploadId, status, 'completed');
      const { data } = await client.read(uploadId);
      expect(data).toMatchObject({ status, asset_link: data.unique_link });
      expect(data).not.toHaveProperty('failure');
    }
    await setStatus(uploadId, 'processing', 'pending');
    expect((await client.read(uploadId)).data).not.toHaveProperty('asset_link');
  });

  it('gives the reason of a failed publication', async () => {
    const uploadId = await process();
    await setStatus(uploadId, 'failed', 'failed');
    const { data } = await client.read(uploadId);
    expect(data.failure).toEqual({ code: 1003, message: 'The image cannot be decoded' });
    expect(data).not.toHaveProperty('image_id');
    await setStatus(uploadId, 'processing', 'pending');
  });

  it('is 4043 once it has expired, and `failed` with that code among many', async () => {
    const [expired, live] = [await open(), await process()];
    clock.advance(HOUR_MS);
    const expectExpired = async () => {
      expect(await client.read(expired)).toMatchObject({ status: 404, code: 4043 });
      const { status, data } = await client.readAll([expired, live]);
      expect(status).toBe(200);
      expect(data.uploads).toMatchObject([
        { upload_id: expired, status: 'failed', failure: { code: 4043 } },
        { upload_id: live, status: 'processing' },
      ]);
    };
    await expectExpired();
    await expireUploads(worker.services);
    await expectExpired();
    expect(await stranger.read(expired)).toMatchObject({ status: 404, code: 4043 });
  });

  it('of many comes in the requested order, with duplicates', async () => {
    const ids = [await open(), await open(), await open()];
    const asked = [ids[2], ids[0], ids[2], ids[1]];
    const { status, data } = await client.readAll(asked);
    expect(status).toBe(200);
    expect(data.uploads.map((upload: { upload_id: string }) => upload.upload_id)).toEqual(asked);
    expect(data.uploads[0]).toEqual((await client.read(ids[2] ?? '')).data);
  });

  it('of many is 4043 as a whole for one unknown or foreign id', async () => {
    const own = await open();
    const foreign = await stranger.create((await prepareUpload()).manifest);
    for (const other of ['unknown', foreign.data.upload_id]) {
      const answer = await client.readAll([own, other]);
      expect(answer).toMatchObject({ status: 404, code: 4043 });
      expect(answer).not.toHaveProperty('data');
    }
    expect(await client.read(foreign.data.upload_id)).toMatchObject({ code: 4043 });
  });

  it('of many accepts 1 to 100 ids (3000)', async () => {
    const id = await open();
    for (const ids of [[], Array.from({ length: 101 }, () => id), 'text', [1], undefined]) {
      expect(await client.readAll(ids)).toMatchObject({ status: 400, code: 3000 });
    }
    const many = await client.readAll(Array.from({ length: 100 }, () => id));
    expect(many.data.uploads).toHaveLength(100);
  });
});

it('closing sessions leaves a consistent state', async () => {
  await process();
  await client.cancel(await open());
  expect(await findInconsistencies(worker)).toEqual([]);
});
