import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { requestDeletion } from '../../../../src/worker/domain/accounts/request-deletion.ts';
import { sha256Hex } from '../../../../src/shared/bytes.ts';
import { failPublication } from '../../../support/fail-publication.ts';
import { seedUser } from '../../../support/images.ts';
import { deleteImageAs } from '../../../support/images-api.ts';
import { countInto, type Tally } from '../../../support/instrument.ts';
import { makeEquallyLong, makeJpeg, makePng } from '../../../support/craft-images.ts';
import { filePart, legacyClient, makeForm, type LegacyClient } from '../../../support/legacy.ts';
import { loginAs, registerAndLogin, type Person } from '../../../support/people.ts';
import { passTime } from '../../../support/upload-sweep.ts';
import { prepareUpload } from '../../../support/uploads.ts';
import { createTestWorker } from '../../../support/worker.ts';
import { COMMIT, PUT, setUpLegacyFaults } from '../../../support/legacy-faults.ts';

const MIB = 1024 * 1024;

const { clock, otherWorker, sound, countImages, heldBytes, expectConsistent, stopClient } =
  setUpLegacyFaults();
const { BUCKET } = sound.env;
let person: Person;
let client: LegacyClient;

beforeAll(async () => {
  person = await registerAndLogin(sound);
});

beforeEach(() => {
  client = legacyClient(sound, person);
});

describe('a repeated request with its key', () => {
  it('gets the existing upload with status 200, and stores nothing', async () => {
    const file = makePng();
    const key = crypto.randomUUID();
    const first = await client.upload(file, key);
    const stored = (await BUCKET.list()).objects.length;
    const again = await client.upload(file, key);
    expect(again).toMatchObject({ status: 200, data: first.data });
    expect((await BUCKET.list()).objects.length).toBe(stored);
    expect(await client.upload(makePng(5, 5, 100), key)).toMatchObject({ status: 409, code: 4091 });
    await expectConsistent('then');
  });

  it('is refused (4091) with another file or text of the same length, and stores nothing', async () => {
    const [first, second] = makeEquallyLong();
    const formOf = (file: Uint8Array, title: string) =>
      makeForm([{ name: 'title', value: title }, filePart(file)]);
    const key = crypto.randomUUID();
    const stored = await client.sendForm(formOf(first, 'one'), { key });
    const objects = (await BUCKET.list()).objects.length;
    for (const form of [formOf(second, 'one'), formOf(first, 'two')]) {
      expect(await client.sendForm(form, { key })).toMatchObject({ status: 409, code: 4091 });
    }
    expect((await BUCKET.list()).objects.length).toBe(objects);
    const again = await client.sendForm(formOf(first, 'one'), { key });
    expect(again).toMatchObject({ status: 200, data: stored.data });
    await expectConsistent('then');
  });

  it('knows a long file by its bytes, also once its image has failed, and once it is deleted', async () => {
    const file = makeJpeg(5, 5, { bytes: 6 * MIB });
    const key = crypto.randomUUID();
    const stored = await client.upload(file, key);
    const changed = file.slice();
    changed[5 * MIB] = (changed[5 * MIB] ?? 0) ^ 1;
    const expectKnown = async (): Promise<void> => {
      expect(await client.upload(file, key)).toMatchObject({
        status: 200,
        data: { id: stored.data.id },
      });
      expect(await client.upload(changed, key)).toMatchObject({ status: 409, code: 4091 });
    };
    await expectKnown();
    await failPublication(sound, String(stored.data.id));
    await expectKnown();
    expect((await client.upload(file, key)).data.status).toBe('failed');
    await deleteImageAs(sound, person, Number(stored.data.image_id));
    await expectKnown();
  });

  it('of an earlier release, which recorded the length alone, is known by it', async () => {
    const file = makePng();
    const key = crypto.randomUUID();
    const stored = await client.upload(file, key);
    const length = makeForm([filePart(file)]).byteLength;
    await sound.env.DB.prepare(
      'UPDATE upload_sessions SET manifest_sha256 = ? WHERE idempotency_key = ?',
    )
      .bind(await sha256Hex(String(length)), key)
      .run();
    expect(await client.upload(file, key)).toMatchObject({ status: 200, data: stored.data });
  });

  it('must state its length (3000), unlike one without a key', async () => {
    const form = makeForm([filePart(makePng())]);
    const streamed = () => new Blob([form]).stream();
    const key = crypto.randomUUID();
    expect(await client.sendForm(streamed(), { key })).toMatchObject({ status: 400, code: 3000 });
    expect((await client.sendForm(streamed())).status).toBe(202);
    await expectConsistent('then');
  });

  it('may reuse a key whose upload was refused, or that has expired', async () => {
    const key = crypto.randomUUID();
    expect(await client.upload(new TextEncoder().encode('no image'), key)).toMatchObject({
      code: 3003,
    });
    const first = await client.upload(makePng(), key);
    expect(first.status).toBe(202);
    clock.advance(sound.services.config.UPLOAD_IDEMPOTENCY_TTL_MS);
    const second = await client.upload(makePng(), key);
    expect(second.status).toBe(202);
    expect(second.data.id).not.toBe(first.data.id);
  });

  it('shares no key with an upload session (4091)', async () => {
    const someone = await registerAndLogin(sound);
    const both = legacyClient(createTestWorker({ clock }), someone);
    const whole = legacyClient(sound, someone);
    const key = crypto.randomUUID();
    const { manifest } = await prepareUpload();
    await both.create(manifest, key);
    expect(await whole.upload(makePng(), key)).toMatchObject({ status: 409, code: 4091 });
    const other = crypto.randomUUID();
    expect((await whole.upload(makePng(), other)).status).toBe(202);
    expect(await both.create(manifest, other)).toMatchObject({ status: 409, code: 4091 });
  });

  it.each([
    ['its commit', COMMIT],
    ['its put', PUT],
  ] as const)('replaces one that is under way before %s: there is one image', async (_, at) => {
    const title = crypto.randomUUID();
    const form = makeForm([filePart(makePng()), { name: 'title', value: title }]);
    const key = crypto.randomUUID();
    const late = stopClient(person, ...at);
    const first = late.client.sendForm(form, { key });
    await late.stopped;
    const second = await client.sendForm(form, { key });
    late.go();
    expect((await first).code).toBe(4091);
    expect(second.status).toBe(202);
    expect(await countImages(title)).toBe(1);
    await expectConsistent('then');
    await passTime(sound);
    await expectConsistent('long after');
  });

  it('many times concurrently ends as one image', async () => {
    const title = crypto.randomUUID();
    const form = makeForm([filePart(makePng()), { name: 'title', value: title }]);
    const key = crypto.randomUUID();
    const roomy = legacyClient(
      otherWorker({
        UPLOAD_CONCURRENT_PARTS_PER_ISOLATE: '20',
        UPLOAD_CONCURRENT_FILES_PER_ISOLATE: '20',
        UPLOAD_CONCURRENT_PARTS_PER_USER: '20',
      }),
      person,
    );
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => roomy.sendForm(form, { key })),
    );
    const ids = answers.flatMap(({ data }) => (data === undefined ? [] : [String(data.id)]));
    expect(new Set(ids).size).toBe(1);
    expect(await countImages(title)).toBe(1);
    await passTime(sound);
    await expectConsistent('then');
  });
});

describe('a file in transit', () => {
  it('is refused with 4038 and not kept when its account is locked before the commit', async () => {
    const doomed = await registerAndLogin(sound);
    const key = crypto.randomUUID();
    const file = makePng();
    const kept = await legacyClient(sound, doomed).upload(file, key);
    const late = stopClient(doomed, ...PUT);
    const request = late.client.upload(makePng());
    await late.stopped;
    await requestDeletion(sound.services, { userId: await seedUser(sound) }, doomed);
    late.go();
    expect(await request).toMatchObject({ status: 403, code: 4038 });
    const locked = legacyClient(sound, await loginAs(sound, doomed));
    expect(await locked.upload(makePng())).toMatchObject({ status: 403, code: 4038 });
    expect(await locked.upload(file, key)).toMatchObject({ status: 200, data: kept.data });
    await expectConsistent('then');
  });

  it('is given up when its object would arrive after the sweep has looked for it (3006)', async () => {
    const tally: Tally = { calls: {}, rowsRead: 0, rowsWritten: 0 };
    const count = countInto(tally);
    const worker = otherWorker({}, (call, proceed) => {
      if (call.method === 'uploadPart') {
        clock.advance(sound.services.config.UPLOAD_PART_TIMEOUT_MS + 30_000);
      }
      return count(call, proceed);
    });
    const file = makeJpeg(5, 5, { bytes: 6 * MIB });
    expect((await legacyClient(worker, person).upload(file)).code).toBe(3006);
    expect(tally.calls).toMatchObject({ 'BUCKET.uploadPart': 1, 'BUCKET.abort': 1 });
    expect(tally.calls['BUCKET.complete']).toBeUndefined();
    await expectConsistent('then');
  });

  it('becomes no image when its session ends before the commit (4091)', async () => {
    const late = stopClient(person, ...PUT);
    const request = late.client.upload(makePng());
    await late.stopped;
    clock.advance(sound.services.config.UPLOAD_PART_TIMEOUT_MS + 60_000);
    late.go();
    expect((await request).code).toBe(4091);
    await expectConsistent('then');
    await passTime(sound);
    await expectConsistent('long after');
    expect(await heldBytes(person)).toBe(0);
  });
});
