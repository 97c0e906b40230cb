import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findInconsistencies } from '../../../support/consistency.ts';
import type { Interceptor } from '../../../support/instrument.ts';
import { registerAndLogin, type Person } from '../../../support/people.ts';
import { resetState } from '../../../support/reset-state.ts';
import {
  loseMessages,
  makeContainer,
  makeWithMetadata,
  prepareUpload,
  uploadAll,
  uploadClient,
  type Kind,
  type Prepared,
  type PreparedOptions,
  type UploadClient,
} from '../../../support/uploads.ts';
import { createTestWorker, TestClock } from '../../../support/worker.ts';

const clock = new TestClock();
const worker = createTestWorker({ clock, intercept: loseMessages() });
const { BUCKET, DB } = worker.env;
let person: Person;
let client: UploadClient;
const opened: string[] = [];

beforeEach(async () => {
  await resetState();
  person = await registerAndLogin(worker);
  client = uploadClient(worker, person);
});

afterEach(async () => {
  for (const uploadId of opened.splice(0)) await client.cancel(uploadId);
  await worker.settle();
  expect(await findInconsistencies(worker)).toEqual([]);
});

const open = async (options: PreparedOptions = {}): Promise<{ id: string; upload: Prepared }> => {
  const upload = await prepareUpload(options);
  const { data } = await client.create(upload.manifest);
  opened.push(data.upload_id);
  return { id: String(data.upload_id), upload };
};

const otherWorker = (vars: Record<string, string>, intercept?: Interceptor) =>
  uploadClient(createTestWorker({ clock, vars, intercept: loseMessages(intercept) }), person);

/** A refused body must leave nothing in the bucket, and the part unchanged. */
const expectRefusal = async (
  id: string,
  kind: Kind,
  body: Uint8Array<ArrayBuffer>,
  refusal: { status: number; code: number },
  headers: Record<string, string> = {},
) => {
  expect(await client.put(id, kind, body, headers)).toMatchObject(refusal);
  const state = await client.read(id);
  expect(state.data.parts).toContainEqual({ kind, status: 'pending' });
  expect((await BUCKET.list()).objects).toEqual([]);
};

describe('a session with a part', () => {
  const storedStatus = (id: string) =>
    DB.prepare('SELECT status FROM upload_sessions WHERE upload_id = ?').bind(id).first('status');

  it('is uploading by its parts alone, which write no other row', async () => {
    const { id, upload } = await open();
    expect((await client.read(id)).data.status).toBe('initiated');
    await client.put(id, 'admin', upload.bodies.admin);
    expect((await client.read(id)).data.status).toBe('uploading');
    expect(await storedStatus(id)).toBe('initiated');
    await client.cancel(id);
    expect((await client.read(id)).data.status).toBe('cancelled');
  });

  it('goes on where the version before stored that it is uploading', async () => {
    const { id, upload } = await open();
    await client.put(id, 'admin', upload.bodies.admin);
    await DB.prepare("UPDATE upload_sessions SET status = 'uploading' WHERE upload_id = ?")
      .bind(id)
      .run();
    expect((await client.read(id)).data.status).toBe('uploading');
    for (const kind of ['master', 'gallery', 'publish_source'] as const) {
      expect((await client.put(id, kind, upload.bodies[kind])).status).toBe(200);
    }
    expect((await client.complete(id)).data.status).toBe('processing');
  });
});

describe('the request', () => {
  it('is refused for an unknown kind (3005) and an unknown or foreign session (4043)', async () => {
    const { id, upload } = await open();
    const body = upload.bodies.master;
    expect(await client.put(id, 'publish', body)).toMatchObject({ status: 400, code: 3005 });
    expect(await client.put('x'.repeat(32), 'master', body)).toMatchObject({
      status: 404,
      code: 4043,
    });
    const stranger = uploadClient(worker, await registerAndLogin(worker));
    expect(await stranger.put(id, 'master', body)).toMatchObject({ status: 404, code: 4043 });
  });

  it('is refused with another content type (3003)', async () => {
    const { id, upload } = await open();
    for (const type of ['image/png', 'application/octet-stream', '']) {
      await expectRefusal(
        id,
        'master',
        upload.bodies.master,
        { status: 415, code: 3003 },
        { 'Content-Type': type },
      );
    }
  });

  it('is refused with a length that is not the declared one (3005) or over the limit (3002)', async () => {
    const { id, upload } = await open();
    const length = (value: string) => ({ 'Content-Length': value });
    const { master } = upload.bodies;
    await expectRefusal(id, 'master', master, { status: 400, code: 3005 }, length('66'));
    await expectRefusal(id, 'master', master, { status: 400, code: 3005 }, length(''));
    await expectRefusal(id, 'master', master, { status: 413, code: 3002 }, length('33554433'));
  });

  it('requires a body', async () => {
    const { id, upload } = await open();
    const headers = {
      'Content-Type': 'image/webp',
      'Content-Length': String(upload.bodies.master.byteLength),
    };
    const answer = await client.send('PUT', `/uploads/${id}/parts/master`, { headers });
    expect(answer).toMatchObject({ status: 400, code: 3006 });
  });

  it('requires the CSRF header of a cookie session', async () => {
    const { id, upload } = await open();
    const forged = uploadClient(worker, { headers: { Cookie: person.headers['Cookie'] ?? '' } });
    expect(await forged.put(id, 'master', upload.bodies.master)).toMatchObject({ code: 4035 });
  });
});

describe('the body', () => {
  it('is refused when it is no sound WebP (3003)', async () => {
    const file = makeContainer(3000, 2000, 1000);
    const changed = (at: number, value: number) => {
      const copy = new Uint8Array(file);
      copy[at] = value;
      return copy;
    };
    const wrong = {
      'no RIFF': changed(0, 0x52 + 1),
      'a RIFF size too large': changed(5, 4),
      'a RIFF size too small': changed(5, 1),
      'a chunk longer than the file': changed(17, 0xff),
      'no bitstream': changed(20, 0),
    };
    for (const body of Object.values(wrong)) {
      const { id } = await open({ bodies: { master: body } });
      await expectRefusal(id, 'master', body, { status: 415, code: 3003 });
    }
  });

  it('is refused before its end when its dimensions are not the declared ones (3008)', async () => {
    const body = makeContainer(3000, 2002, 1_000_000);
    const { id } = await open({ bodies: { master: body } });
    await expectRefusal(id, 'master', body, { status: 422, code: 3008 });
  });

  it('is refused when its image exceeds the limit of pixels (3010)', async () => {
    const body = makeContainer(10_000, 5001);
    const { id } = await open({ bodies: { master: body } });
    await expectRefusal(id, 'master', body, { status: 400, code: 3010 });
  });

  it('is refused when its SHA-256 is not the declared one (3007)', async () => {
    const { id } = await open({ bytes: 300_000 });
    const other = makeContainer(3000, 2000, 300_000, 255);
    await expectRefusal(id, 'master', other, { status: 422, code: 3007 });
  });

  it.each(['EXIF', 'XMP ', 'JUNK'] as const)(
    'is refused as a gallery part, which is public, when it carries %s (3003)',
    async (chunk) => {
      const gallery = makeWithMetadata(400, 400, chunk);
      const admin = makeWithMetadata(120, 160, chunk);
      const { id } = await open({ bodies: { gallery, admin } });
      await expectRefusal(id, 'gallery', gallery, { status: 415, code: 3003 });
      expect((await client.put(id, 'admin', admin)).status).toBe(200);
    },
  );

  it('may end anywhere in a chunk of the stream', async () => {
    for (const bytes of [26, 65_536, 200_000]) {
      const { id, upload } = await open({ bytes });
      expect((await client.put(id, 'master', upload.bodies.master)).status).toBe(200);
      const stored = await BUCKET.get(String(await keyOf(id, 'master')));
      expect(new Uint8Array((await stored?.arrayBuffer()) ?? new ArrayBuffer(0))).toEqual(
        upload.bodies.master,
      );
      await client.cancel(id);
      await worker.settle();
    }
  });

  it('is refused when it is cut off (3006)', async () => {
    const { id, upload } = await open({ bytes: 300_000 });
    const broken = new ReadableStream({
      type: 'bytes',
      start: (controller) => {
        controller.enqueue(upload.bodies.master.slice(0, 100_000));
      },
      pull: (controller) => {
        controller.error(new Error('gone'));
      },
    });
    const answer = await client.send('PUT', `/uploads/${id}/parts/master`, {
      body: broken,
      headers: { 'Content-Type': 'image/webp', 'Content-Length': '300000' },
    });
    expect(answer).toMatchObject({ status: 400, code: 3006 });
    expect((await BUCKET.list()).objects).toEqual([]);
  });

  it('that is cut off or stalls is the sender’s error (3006), unlogged, and frees its places', async () => {
    const { id, upload } = await open({ bytes: 300_000 });
    const narrow = otherWorker({
      UPLOAD_CONCURRENT_PARTS_PER_ISOLATE: '1',
      UPLOAD_CONCURRENT_PARTS_PER_USER: '1',
      UPLOAD_PART_MIN_BYTES_PER_SECOND: '100000',
      UPLOAD_PART_SLOW_MS: '200',
    });
    const errors = vi.spyOn(console, 'error');
    const headers = { 'Content-Type': 'image/webp', 'Content-Length': '300000' };
    const send = (rest: UnderlyingByteSource['pull']) => {
      const body = new ReadableStream({
        type: 'bytes',
        start: (controller) => {
          controller.enqueue(upload.bodies.master.slice(0, 100_000));
        },
        ...(rest === undefined ? {} : { pull: rest }),
      });
      return narrow.send('PUT', `/uploads/${id}/parts/master`, { body, headers });
    };
    const breakOff = (controller: ReadableByteStreamController) => {
      controller.error(new Error('Network connection lost.'));
    };
    const trickle = async (controller: ReadableByteStreamController) => {
      await scheduler.wait(20);
      controller.enqueue(new Uint8Array(100));
    };
    for (const rest of [breakOff, trickle, undefined]) {
      expect(await send(rest)).toMatchObject({ status: 400, code: 3006 });
    }
    expect(errors).not.toHaveBeenCalled();
    const codes: number[] = [];
    const put = async () => codes.push((await narrow.put(id, 'master', upload.bodies.master)).code);
    while ((await put()) < 20 && codes.at(-1) === 3006);
    // A busy machine may be too slow for it, but no place is taken.
    expect(codes.at(-1)).toBe(0);
  });

  it('is refused when it takes too long (3006)', async () => {
    const { id, upload } = await open({ bytes: 300_000 });
    const stalled = new ReadableStream({
      type: 'bytes',
      start: (controller) => {
        controller.enqueue(upload.bodies.master.slice(0, 100_000));
      },
    });
    const hasty = otherWorker({ UPLOAD_PART_TIMEOUT_MS: '1000' });
    const answer = await hasty.send('PUT', `/uploads/${id}/parts/master`, {
      body: stalled,
      headers: { 'Content-Type': 'image/webp', 'Content-Length': '300000' },
    });
    expect(answer).toMatchObject({ status: 400, code: 3006 });
    expect((await BUCKET.list()).objects).toEqual([]);
  });
});

const keyOf = (uploadId: string, kind: Kind) =>
  DB.prepare('SELECT object_key FROM upload_parts WHERE upload_id = ? AND kind = ?')
    .bind(uploadId, kind)
    .first<string>('object_key');

describe('the part', () => {
  it('is stored under its final key, publish_source in staging', async () => {
    const { id, upload } = await open();
    for (const kind of ['master', 'publish_source'] as const) {
      expect((await client.put(id, kind, upload.bodies[kind])).status).toBe(200);
    }
    expect(await keyOf(id, 'master')).toMatch(/^images\/[A-Za-z0-9]{12}\/master\.webp$/u);
    expect(await keyOf(id, 'publish_source')).toBe(`staging/${id}/publish_source.webp`);
    const stored = await BUCKET.list();
    expect(new Set(stored.objects.map(({ key }) => key))).toEqual(
      new Set([await keyOf(id, 'master'), await keyOf(id, 'publish_source')]),
    );
  });

  it('is not written again once it is stored, whatever the body', async () => {
    const { id, upload } = await open();
    const first = await client.put(id, 'admin', upload.bodies.admin);
    const [before] = (await BUCKET.list()).objects;
    const again = await client.put(id, 'admin', makeContainer(1, 1, 64));
    expect(again).toMatchObject({ status: 200, data: first.data });
    expect((await BUCKET.list()).objects[0]?.uploaded).toEqual(before?.uploaded);
  });

  it('fails (1000) without revealing its key when another object has its key', async () => {
    const { id, upload } = await open();
    await BUCKET.put(String(await keyOf(id, 'admin')), upload.bodies.master);
    const answer = await client.put(id, 'admin', upload.bodies.admin);
    expect(answer).toMatchObject({ status: 500, code: 1000, message: 'Internal error' });
  });

  it('is refused once the session is closed (4091) or has expired (4043)', async () => {
    const { id, upload } = await open();
    await client.cancel(id);
    expect(await client.put(id, 'admin', upload.bodies.admin)).toMatchObject({
      status: 409,
      code: 4091,
    });
    const processing = await prepareUpload();
    const processingId = await uploadAll(client, processing);
    await client.complete(processingId);
    expect(await client.put(processingId, 'admin', processing.bodies.admin)).toMatchObject({
      status: 409,
      code: 4091,
    });
    const late = await open();
    clock.advance(3_600_000);
    expect(await client.put(late.id, 'admin', late.upload.bodies.admin)).toMatchObject({
      status: 404,
      code: 4043,
    });
  });

  it('is refused at the hard threshold of storage (5030) unless it is already stored', async () => {
    const { id, upload } = await open();
    await client.put(id, 'admin', upload.bodies.admin);
    const full = otherWorker({ STORAGE_CAPACITY_BYTES: '1' });
    expect(await full.put(id, 'gallery', upload.bodies.gallery)).toMatchObject({
      status: 503,
      code: 5030,
    });
    expect((await full.put(id, 'admin', upload.bodies.admin)).status).toBe(200);
    const soft = otherWorker({
      STORAGE_CAPACITY_BYTES: '200000000',
      STORAGE_SOFT_PRESSURE_PERCENT: '1',
    });
    expect((await soft.put(id, 'gallery', upload.bodies.gallery)).status).toBe(200);
  });

  it('waits for a place in the isolate (4291) and returns its place', async () => {
    const { id, upload } = await open();
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let arrived = (): void => undefined;
    const storing = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const narrow = otherWorker(
      { UPLOAD_CONCURRENT_PARTS_PER_ISOLATE: '1' },
      async ({ binding, method }, proceed) => {
        if (binding === 'BUCKET' && method === 'put') {
          arrived();
          await held;
        }
        return proceed();
      },
    );
    const first = narrow.put(id, 'admin', upload.bodies.admin);
    await storing;
    const refused = await narrow.put(id, 'gallery', upload.bodies.gallery);
    expect(refused).toMatchObject({ status: 429, code: 4291 });
    release();
    expect((await first).status).toBe(200);
    expect((await narrow.put(id, 'gallery', upload.bodies.gallery)).status).toBe(200);
  });

  it('whose request was cut off returns its place in time', async () => {
    const { id, upload } = await open();
    const vars = { UPLOAD_CONCURRENT_PARTS_PER_ISOLATE: '1' };
    const narrow = createTestWorker({ clock, vars, intercept: loseMessages() });
    const { put } = uploadClient(narrow, person);
    // A cancelled request runs no further code, so nothing returns the place.
    expect(narrow.services.partPlaces.tryAcquire()).not.toBeNull();
    expect(await put(id, 'gallery', upload.bodies.gallery)).toMatchObject({ code: 4291 });
    clock.advance(150_000);
    expect((await put(id, 'gallery', upload.bodies.gallery)).status).toBe(200);
  });
});

it('every refusal of a part leaves a consistent state', async () => {
  const { id, upload } = await open();
  await client.put(id, 'master', makeContainer(1, 1));
  await client.put(id, 'admin', upload.bodies.admin);
  expect(await findInconsistencies(worker)).toEqual([]);
});
