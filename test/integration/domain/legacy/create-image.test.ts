import { readAllVariants, WITH_ALL_VARIANTS } from '../../../support/packed-variants.ts';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { requestDeletion } from '../../../../src/worker/domain/accounts/request-deletion.ts';
import { call } from '../../../support/api-call.ts';
import { FormParser } from '../../../../src/worker/http/api/legacy/form-parser.ts';
import { readForm } from '../../../../src/worker/http/api/legacy/read-form.ts';
import { sha256Hex, utf8 } from '../../../../src/shared/bytes.ts';
import { findInconsistencies } from '../../../support/consistency.ts';
import { callsAt, countInto, type BindingCall, type Tally } from '../../../support/instrument.ts';
import { WEBP } from '../../../support/fixtures.ts';
import { seedUser } from '../../../support/images.ts';
import { makeAvif, makeGif, makeJpeg, makePng } from '../../../support/craft-images.ts';
import {
  filePart,
  FORM_TYPE,
  LEGACY_VARS,
  legacyClient,
  loseJobs,
  makeForm,
  type LegacyClient,
} from '../../../support/legacy.ts';
import { loginAs, registerAndLogin, type Person } from '../../../support/people.ts';
import { deflateZeros, pngOf } from '../../../unit/imaging/fixtures/png-bombs.ts';
import {
  createTestWorker,
  TestClock,
  type TestWorker,
  type TestWorkerOptions,
} from '../../../support/worker.ts';

const MIB = 1024 * 1024;

const clock = new TestClock();
const withVars = (vars: TestWorkerOptions['vars'] = {}) =>
  createTestWorker({ clock, vars: { ...LEGACY_VARS, ...vars }, intercept: loseJobs() });
const worker = withVars();
const { DB, BUCKET } = worker.env;
let person: Person;
let client: LegacyClient;

beforeAll(async () => {
  person = await registerAndLogin(worker);
  client = legacyClient(worker, person);
});

const rowOf = async (uploadId: string) =>
  DB.prepare(
    `${WITH_ALL_VARIANTS}SELECT i.*, v.kind, v.object_key, v.mime_type, v.size, v.sha256, v.width AS variant_width, s.status AS session,
       s.reserved_bytes, j.kind AS job, j.status AS job_status
     FROM upload_sessions s JOIN images i ON i.id = s.image_id JOIN image_variants v USING (image_file_id)
       JOIN publication_jobs j ON j.image_id = i.id WHERE s.upload_id = ?`,
  )
    .bind(await readAllVariants(DB), uploadId)
    .first();

const storedBytes = async (key: unknown): Promise<Uint8Array<ArrayBuffer>> => {
  const object = await BUCKET.get(String(key));
  return new Uint8Array((await object?.arrayBuffer()) ?? []);
};

/** With an EXIF orientation, which browsers ignore. */
const turnedWebp = (): Uint8Array => {
  const file = WEBP.lossyExif.slice();
  const exifAt = new TextDecoder('latin1').decode(file).indexOf('EXIF');
  file[exifAt + 26] = 6;
  return file;
};

describe('a whole-file upload', () => {
  it('is stored unchanged, with fields before and after the file, and queues a job', async () => {
    const file = makeJpeg(40, 30, { orientation: 6, bytes: 5000 });
    const form = makeForm([
      { name: 'title', value: 'Über den Wolken' },
      filePart(file, 'C:\\fakepath\\Ferien.JPG'),
      { name: 'description', value: 'Seen\nfrom above' },
      { name: 'visibility', value: 'public' },
      { name: 'unknown', value: 'ignored' },
    ]);
    const answer = await client.sendForm(form);
    expect(answer).toMatchObject({ status: 202, data: { status: 'pending' } });
    const row = await rowOf(answer.data.id);
    expect(row).toMatchObject({
      id: answer.data.image_id,
      title: 'Über den Wolken',
      filename: 'Ferien.JPG',
      description: 'Seen\nfrom above',
      visibility: 'public',
      pipeline_version: 1,
      processing_status: 'pending',
      // Dimensions after rotation.
      width: 30,
      height: 40,
      file_size: file.byteLength,
      kind: 'original',
      mime_type: 'image/jpeg',
      size: file.byteLength,
      sha256: await sha256Hex(new Uint8Array(file)),
      session: 'processing',
      reserved_bytes: worker.services.config.UPLOAD_PUBLISH_ALLOWANCE_BYTES,
      job: 'publish',
      job_status: 'queued',
    });
    expect(await storedBytes(row?.['object_key'])).toEqual(file);
    expect((await BUCKET.head(String(row?.['object_key'])))?.httpMetadata?.contentType).toBe(
      'image/jpeg',
    );
    expect(await client.readQueue(answer.data.id)).toMatchObject({
      status: 200,
      data: answer.data,
    });
    expect(await findInconsistencies(worker)).toEqual([]);
  });

  it('is private and named after its file by default, and has the type of its content', async () => {
    const files: [Uint8Array, string, width: number, height: number][] = [
      [makePng(30, 20), 'image/png', 30, 20],
      [makeGif(5, 4, 3), 'image/gif', 5, 4],
      [makeAvif(7, 6, 1), 'image/avif', 6, 7],
      [turnedWebp(), 'image/webp', 23, 17],
    ];
    for (const [file, mimeType, width, height] of files) {
      const { data } = await client.upload(file);
      const image = await call<{ title: string }>(
        worker,
        person,
        'GET',
        `/images/${String(data.image_id)}`,
      );
      expect(image.data.title).toBe('holiday');
      expect(await rowOf(data.id), mimeType).toMatchObject({
        filename: 'holiday.jpg',
        visibility: 'private',
        mime_type: mimeType,
        width,
        height,
      });
    }
  });

  it('is named after its file, whose name browsers escape, or by its title', async () => {
    const names = [
      ['my %22best%22 100%.png', 'my "best" 100%.png'],
      ['a%0D%0Ab.png', 'ab.png'],
      ['', 'image'],
    ] as const;
    for (const [sent, filename] of names) {
      const { data } = await client.sendForm(makeForm([filePart(makePng(), sent)]));
      expect(await rowOf(data.id)).toMatchObject({ filename });
    }
  });

  it('is stored in parts when it is long', async () => {
    for (const file of [makeJpeg(50, 40, { bytes: 5 * MIB }), makePng(50, 40, 11 * MIB)]) {
      const { data, status } = await client.upload(file);
      expect(status).toBe(202);
      const row = await rowOf(data.id);
      expect(row).toMatchObject({ width: 50, height: 40, size: file.byteLength });
      expect(row?.['sha256']).toBe(await sha256Hex(new Uint8Array(file)));
      expect(await sha256Hex(await storedBytes(row?.['object_key']))).toBe(row?.['sha256']);
    }
    expect(await findInconsistencies(worker)).toEqual([]);
  });

  it('may have UPLOAD_MAX_SOURCE_BYTES, no more (3002), in a form barely longer', async () => {
    const file = makePng(5, 5, 1000);
    const { length } = file;
    const exactly = legacyClient(withVars({ UPLOAD_MAX_SOURCE_BYTES: String(length) }), person);
    expect((await exactly.upload(file)).status).toBe(202);
    const narrow = legacyClient(withVars({ UPLOAD_MAX_SOURCE_BYTES: String(length - 1) }), person);
    expect(await narrow.upload(file)).toMatchObject({ status: 413, code: 3002 });
    const padding = { name: 'unknown', value: 'x'.repeat(7000) };
    const padded = makeForm([...Array.from({ length: 12 }, () => padding), filePart(file)]);
    expect(await exactly.sendForm(padded)).toMatchObject({ status: 413, code: 3002 });
    expect(await exactly.sendForm(padded, { 'Content-Length': '1000' })).toMatchObject({
      code: 3002,
    });
    expect(await findInconsistencies(worker)).toEqual([]);
  });
});

it('an image may have a side longer than a WebP can have: only its pixels are limited', async () => {
  const files: [Uint8Array, width: number, height: number][] = [
    [makePng(16_384, 1), 16_384, 1],
    [makeJpeg(20_000, 1000, { orientation: 6 }), 1000, 20_000],
  ];
  for (const [file, width, height] of files) {
    const { data, status } = await client.upload(file);
    expect(status).toBe(202);
    expect(await rowOf(data.id)).toMatchObject({ width, height });
  }
});

describe('files larger than the spool', () => {
  it('are not read again, wherever their headers are', async () => {
    const reads: BindingCall[] = [];
    const watched = createTestWorker({
      clock,
      vars: LEGACY_VARS,
      intercept: loseJobs((call, proceed) => {
        if (call.binding === 'BUCKET' && call.method === 'get') reads.push(call);
        return proceed();
      }),
    });
    for (const file of [makePng(9, 8, 5 * MIB), makeAvif(8, 9, 1, 5 * MIB)]) {
      const { data } = await legacyClient(watched, person).upload(file);
      expect(await rowOf(data.id)).toMatchObject({ width: 9, height: 8 });
    }
    expect(reads).toEqual([]);
  });
});

describe('the form', () => {
  const png = makePng();
  const text = (value: string) => utf8(value);
  const cut = makeForm([filePart(png)]).slice(0, -10);
  const CASES: Readonly<
    Record<string, [body: Uint8Array<ArrayBuffer>, code: number, type?: string]>
  > = {
    'of another type': [text('{}'), 3000, 'application/json'],
    'without a boundary': [makeForm([filePart(png)]), 3000, 'multipart/form-data'],
    urlencoded: [text('file=x'), 3000, 'application/x-www-form-urlencoded'],
    'without a file': [makeForm([{ name: 'title', value: 'x' }]), 3001],
    empty: [makeForm([]), 3001],
    'with a text as file': [makeForm([{ name: 'file', value: 'x' }]), 3001],
    'with two files': [makeForm([filePart(png), filePart(png)]), 3004],
    'with a file of another name': [makeForm([{ ...filePart(png), name: 'image' }]), 3000],
    'with another visibility': [
      makeForm([filePart(png), { name: 'visibility', value: 'x' }]),
      3000,
    ],
    'with a title too long': [
      makeForm([{ name: 'title', value: 'x'.repeat(256) }, filePart(png)]),
      3000,
    ],
    'with a control character': [makeForm([{ name: 'title', value: 'a\0b' }, filePart(png)]), 3000],
    'with a huge text': [
      makeForm([{ name: 'description', value: 'x'.repeat(9000) }, filePart(png)]),
      3000,
    ],
    'with many fields': [
      makeForm([
        ...Array.from({ length: 30 }, (_, i) => ({ name: `f${String(i)}`, value: '' })),
        filePart(png),
      ]),
      3000,
    ],
    'that is cut': [cut, 3006],
    'that is none': [text('nonsense'), 3006],
    'with no image': [makeForm([filePart(text('hello'))]), 3003],
    'with no file chosen': [makeForm([filePart(new Uint8Array(), '')]), 3001],
    'with an empty file': [makeForm([filePart(new Uint8Array())]), 3003],
    'with a damaged image': [makeForm([filePart(png.subarray(0, 40))]), 3003],
    'with too many pixels': [makeForm([filePart(makePng(10_000, 5001))]), 3010],
    'with a long image of too many pixels': [
      makeForm([filePart(makePng(10_000, 5001, 5 * MIB))]),
      3010,
    ],
    'with a long JPEG of too many pixels': [
      makeForm([filePart(makeJpeg(10_000, 5001, { bytes: 5 * MIB }))]),
      3010,
    ],
    'with a long image whose data inflate without end': [
      makeForm([filePart(pngOf([deflateZeros(6 * 1024 * MIB)]))]),
      3003,
    ],
    'with a long damaged image': [
      makeForm([filePart(makePng(5, 5, 5 * MIB).subarray(0, 5 * MIB + 40))]),
      3003,
    ],
  };

  it.each(Object.entries(CASES))(
    '%s is refused, and nothing of it is stored',
    async (_, [body, code, type = FORM_TYPE]) => {
      const answer = await client.sendForm(body, { 'Content-Type': type });
      expect(answer.code).toBe(code);
      expect(await findInconsistencies(worker)).toEqual([]);
      const held = await DB.prepare(
        "SELECT count(*) AS n FROM upload_sessions WHERE status = 'initiated'",
      ).first<number>('n');
      expect(held).toBe(0);
    },
  );

  it('of an account scheduled for deletion is 4038 before any other error, without Retry-After', async () => {
    const doomed = await registerAndLogin(worker);
    await requestDeletion(worker.services, { userId: await seedUser(worker) }, doomed);
    const session = await loginAs(worker, doomed);
    const hasty = withVars({ UPLOAD_SESSIONS_PER_MINUTE: '1' });
    const full = withVars({ UPLOAD_CONCURRENT_FILES_PER_ISOLATE: '1' });
    await full.services.filePlaces.acquire(0);
    const requests: [what: string, through: TestWorker, ...Parameters<LegacyClient['sendForm']>][] =
      [
        ...Object.entries(CASES).map(
          ([name, [body, , type = FORM_TYPE]]): (typeof requests)[number] => [
            name,
            worker,
            body,
            { 'Content-Type': type },
          ],
        ),
        ['that is too long', worker, cut, { 'Content-Length': '999999999' }],
        ['with a key and no length', worker, new Blob([cut]).stream(), { key: 'k' }],
        ['with a key too long', worker, cut, { key: 'k'.repeat(65) }],
        ['beyond the rate (4029)', hasty, cut],
        ['without a place (4291)', full, cut],
      ];
    for (const [what, through, ...form] of requests) {
      const { code, headers } = await legacyClient(through, session).sendForm(...form);
      expect([code, headers.get('Retry-After')], what).toEqual([4038, null]);
    }
    expect(await findInconsistencies(worker)).toEqual([]);
  });
});

it('an upload that arrived in time is not refused for the time that its storage takes', async () => {
  const form = makeForm([filePart(makePng())]);
  const limits = {
    maxBytes: form.byteLength,
    timeoutMs: 40,
    slowest: { bytesPerSecond: 100_000, forMs: 40 },
  };
  let bytes = 0;
  // No time passes beside.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  await readForm(new Blob([form]).stream(), new FormParser(FORM_TYPE), limits, async (piece) => {
    await vi.advanceTimersByTimeAsync(80);
    bytes += piece.bytes.byteLength;
  });
  expect(bytes).toBe(makePng().byteLength);
});

it('an upload whose place is lost before its body is read reads none of it', async () => {
  const form = makeForm([filePart(makePng())]);
  const limits = {
    maxBytes: form.byteLength,
    timeoutMs: 60_000,
    slowest: { bytesPerSecond: 100_000, forMs: 60_000 },
    signal: AbortSignal.abort(),
  };
  let bytes = 0;
  const reading = readForm(
    new Blob([form]).stream(),
    new FormParser(FORM_TYPE),
    limits,
    async (piece) => {
      bytes += piece.bytes.byteLength;
    },
  );
  await expect(reading).rejects.toMatchObject({ reason: 'upload_interrupted' });
  expect(bytes).toBe(0);
});

describe('the budget of', () => {
  const costOf = async (file: Uint8Array, key?: string) => {
    const tally: Tally = { calls: {}, rowsRead: 0, rowsWritten: 0 };
    const worker = createTestWorker({
      clock,
      vars: LEGACY_VARS,
      intercept: loseJobs(countInto(tally)),
    });
    const { status } = await legacyClient(worker, person).upload(file, key);
    await worker.settle();
    const calls = Object.entries(tally.calls).filter(([name]) => !name.startsWith('COUNTERS.'));
    // The first request of an isolate reads the migration history.
    const { 'DB.all': _, ...rest } = Object.fromEntries(calls);
    return { status, calls: rest, rowsWritten: tally.rowsWritten };
  };
  const COMMON = {
    'DB.batch': 2,
    'USER_SESSIONS.authenticate': 1,
    'USER_SESSIONS.releaseSlot': 1,
    'RATE_LIMITER.take': 1,
    'PUBLISH_QUEUE.send': 1,
  };

  it('an image: 2 D1 round trips, 3 object calls, 1 message, and 1 put', async () => {
    const { calls, rowsWritten } = await costOf(makePng());
    expect(calls).toMatchObject({ ...COMMON, 'BUCKET.put': 1 });
    expect(callsAt({ calls, rowsRead: 0, rowsWritten: 0 }, 'BUCKET')).toBe(1);
    expect(rowsWritten).toBeLessThan(80);
  });

  it('a long image: its parts between create and complete', async () => {
    const { calls } = await costOf(makeJpeg(5, 5, { bytes: 11 * MIB }));
    expect(calls).toMatchObject({
      ...COMMON,
      'BUCKET.createMultipartUpload': 1,
      'BUCKET.uploadPart': 3,
      'BUCKET.complete': 1,
    });
    expect(callsAt({ calls, rowsRead: 0, rowsWritten: 0 }, 'BUCKET')).toBe(5);
  });

  it('a repeated image: 2 D1 round trips and no storage', async () => {
    const file = makePng();
    const key = crypto.randomUUID();
    await client.upload(file, key);
    const { calls, rowsWritten } = await costOf(file, key);
    expect(calls['DB.batch']).toBe(1);
    expect(callsAt({ calls, rowsRead: 0, rowsWritten: 0 }, 'BUCKET')).toBe(0);
    expect(calls['PUBLISH_QUEUE.send']).toBeUndefined();
    expect(rowsWritten).toBe(0);
  });
});
