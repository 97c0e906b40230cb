import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { requestDeletion } from '../../../../src/worker/domain/accounts/request-deletion.ts';
import { findInconsistencies } from '../../../support/consistency.ts';
import { seedUser } from '../../../support/images.ts';
import {
  callsAt,
  countInto,
  crashAt,
  type BindingCall,
  type Interceptor,
  type Tally,
} from '../../../support/instrument.ts';
import { makeJpeg, makePng } from '../../../support/craft-images.ts';
import {
  filePart,
  LEGACY_VARS,
  legacyClient,
  loseJobs,
  makeForm,
  type LegacyClient,
} from '../../../support/legacy.ts';
import { loginAs, registerAndLogin, type Person } from '../../../support/people.ts';
import { listFindings } from '../../../support/states.ts';
import { passTime } from '../../../support/upload-sweep.ts';
import { prepareUpload } from '../../../support/uploads.ts';
import { createTestWorker, TestClock, type TestWorkerOptions } from '../../../support/worker.ts';

const MIB = 1024 * 1024;
const MAX_OPERATIONS = 20;

const clock = new TestClock();
const otherWorker = (vars: TestWorkerOptions['vars'] = {}, intercept?: Interceptor) =>
  createTestWorker({ clock, vars: { ...LEGACY_VARS, ...vars }, intercept: loseJobs(intercept) });
const sound = otherWorker();
const { DB, BUCKET } = sound.env;
let person: Person;
let client: LegacyClient;

beforeAll(async () => {
  person = await registerAndLogin(sound);
});

beforeEach(() => {
  client = legacyClient(sound, person);
});

const countImages = (title: string) =>
  DB.prepare('SELECT count(*) AS n FROM images WHERE title = ?').bind(title).first<number>('n');

/** Reservations of the user's uploads under way. */
const heldBytes = () =>
  DB.prepare(
    `SELECT coalesce(sum(reserved_bytes), 0) AS n FROM upload_sessions WHERE user_id = ? AND status <> 'processing'`,
  )
    .bind(person.userId)
    .first<number>('n');

const expectNothingAstray = async (when: string): Promise<void> => {
  expect(await findInconsistencies(sound), when).toEqual([]);
  // No queue runs here, and the cron only on demand.
  const findings = (await listFindings(sound)).filter((one) => !one.endsWith('running?'));
  expect(findings, when).toEqual([]);
};

describe('an upload whose Worker dies', () => {
  const FILES: Readonly<Record<string, [make: () => Uint8Array, firstOperation: number]>> = {
    short: [() => makePng(), 0],
    'in parts': [() => makePng(5, 5, 5 * MIB), 3],
  };

  it.each(
    Object.entries(FILES).flatMap(([name, file]) =>
      (['before', 'after'] as const).map((moment) => [name, moment, ...file] as const),
    ),
  )(
    '%s, %s any operation leaves a consistent state and no duplicate',
    async (_, moment, make, first) => {
      let points = 0;
      for (let index = first; index < MAX_OPERATIONS; index += 1) {
        const title = crypto.randomUUID();
        const key = crypto.randomUUID();
        const form = makeForm([filePart(make()), { name: 'title', value: title }]);
        const crash = crashAt(index, moment);
        const worker = otherWorker({}, crash.intercept);
        await legacyClient(worker, person).sendForm(form, { key });
        await worker.settle();
        if (!crash.fired) break;
        points += 1;
        await expectNothingAstray(`right after operation ${index}`);
        // The outcome of a retry does not depend on the length of the file.
        if (index % 2 === 0 && first === 0) {
          const again = await client.sendForm(form, { key });
          await sound.settle();
          expect([200, 202], `repeated after operation ${index}`).toContain(again.status);
          expect(await countImages(title)).toBe(1);
        }
        await passTime(sound);
        await expectNothingAstray(`long after operation ${index}`);
        expect(await countImages(title)).toBeLessThan(2);
      }
      expect(points).toBeGreaterThan(4);
      expect(points).toBeLessThan(MAX_OPERATIONS);
      expect(await heldBytes()).toBe(0);
    },
  );
});

describe('a client that disconnects', () => {
  it('at any byte has uploaded nothing, reserves nothing, and may retry', async () => {
    const errors = vi.spyOn(console, 'error');
    const narrow = legacyClient(
      otherWorker({
        UPLOAD_CONCURRENT_PARTS_PER_ISOLATE: '1',
        UPLOAD_CONCURRENT_PARTS_PER_USER: '1',
        UPLOAD_ACTIVE_SESSIONS_PER_USER: '1',
      }),
      await registerAndLogin(sound),
    );
    const form = makeForm([filePart(makeJpeg(5, 5, { bytes: 6 * MIB }))]);
    const key = crypto.randomUUID();
    for (const sent of [10, 150, 1000, 5 * MIB, form.byteLength - 40, form.byteLength - 5]) {
      for (const leave of ['error', 'close'] as const) {
        const body = new ReadableStream({
          type: 'bytes',
          start: (controller) => {
            controller.enqueue(form.slice(0, sent));
            if (leave === 'close') controller.close();
          },
          pull: (controller) => {
            controller.error(new Error('Network connection lost.'));
          },
        });
        const answer = await narrow.sendForm(body, {
          key,
          'Content-Length': String(form.byteLength),
        });
        expect(answer, `${leave} after ${sent}`).toMatchObject({ status: 400, code: 3006 });
      }
    }
    expect(errors).not.toHaveBeenCalled();
    expect(await narrow.sendForm(form, { key })).toMatchObject({ status: 202 });
    await expectNothingAstray('then');
  });

  it('or stalls, trickles or takes too long is given up (3006)', async () => {
    const slow = legacyClient(
      otherWorker({ UPLOAD_PART_MIN_BYTES_PER_SECOND: '100000', UPLOAD_PART_SLOW_MS: '200' }),
      person,
    );
    const hasty = legacyClient(otherWorker({ UPLOAD_PART_TIMEOUT_MS: '1000' }), person);
    const form = makeForm([filePart(makePng(5, 5, 100_000))]);
    const trickle = async (controller: ReadableByteStreamController) => {
      await scheduler.wait(20);
      controller.enqueue(new Uint8Array(100));
    };
    for (const [who, pull] of [
      [slow, undefined],
      [slow, trickle],
      [hasty, undefined],
    ] as const) {
      const body = new ReadableStream({
        type: 'bytes',
        start: (controller) => {
          controller.enqueue(form.slice(0, 50_000));
        },
        ...(pull === undefined ? {} : { pull }),
      });
      expect(await who.sendForm(body)).toMatchObject({ status: 400, code: 3006 });
    }
    await expectNothingAstray('then');
  });
});

const gate = () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { open: resolve, opened: promise };
};

/** A client whose Worker stops at the n-th such operation, counted from 0, until its release. */
const stoppingClient = (at: BindingCall, nth = 0, who = person) => {
  const reached = gate();
  const released = gate();
  let seen = 0;
  const worker = otherWorker({}, async (call, proceed) => {
    if (call.binding === at.binding && call.method === at.method) {
      seen += 1;
      if (seen === nth + 1) {
        reached.open();
        await released.opened;
      }
    }
    return proceed();
  });
  return { client: legacyClient(worker, who), stopped: reached.opened, go: released.open };
};

const COMMIT: readonly [BindingCall, number] = [{ binding: 'DB', method: 'batch' }, 1];
const PUT: readonly [BindingCall, number] = [{ binding: 'BUCKET', method: 'put' }, 0];

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
    await expectNothingAstray('then');
  });

  it('must state its length (3000), unlike one without a key', async () => {
    const form = makeForm([filePart(makePng())]);
    const streamed = () => new Blob([form]).stream();
    const key = crypto.randomUUID();
    expect(await client.sendForm(streamed(), { key })).toMatchObject({ status: 400, code: 3000 });
    expect((await client.sendForm(streamed())).status).toBe(202);
    await expectNothingAstray('then');
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
    const late = stoppingClient(...at);
    const first = late.client.sendForm(form, { key });
    await late.stopped;
    const second = await client.sendForm(form, { key });
    late.go();
    expect((await first).code).toBe(4091);
    expect(second.status).toBe(202);
    expect(await countImages(title)).toBe(1);
    await expectNothingAstray('then');
    await passTime(sound);
    await expectNothingAstray('long after');
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
    await expectNothingAstray('then');
  });
});

describe('a file in transit', () => {
  it('is refused with 4038 and not kept when its account is locked before the commit', async () => {
    const doomed = await registerAndLogin(sound);
    const key = crypto.randomUUID();
    const file = makePng();
    const kept = await legacyClient(sound, doomed).upload(file, key);
    const late = stoppingClient(...PUT, doomed);
    const request = late.client.upload(makePng());
    await late.stopped;
    await requestDeletion(sound.services, { userId: await seedUser(sound) }, doomed);
    late.go();
    expect(await request).toMatchObject({ status: 403, code: 4038 });
    const locked = legacyClient(sound, await loginAs(sound, doomed));
    expect(await locked.upload(makePng())).toMatchObject({ status: 403, code: 4038 });
    expect(await locked.upload(file, key)).toMatchObject({ status: 200, data: kept.data });
    await expectNothingAstray('then');
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
    await expectNothingAstray('then');
  });

  it('becomes no image when its session ends before the commit (4091)', async () => {
    const late = stoppingClient(...PUT);
    const request = late.client.upload(makePng());
    await late.stopped;
    clock.advance(sound.services.config.UPLOAD_PART_TIMEOUT_MS + 60_000);
    late.go();
    expect((await request).code).toBe(4091);
    await expectNothingAstray('then');
    await passTime(sound);
    await expectNothingAstray('long after');
    expect(await heldBytes()).toBe(0);
  });
});

describe('admission', () => {
  it('refuses with 4012, 4029, 4291 and 5030, before a byte is stored', async () => {
    const cases: [TestWorkerOptions['vars'], code: number][] = [
      [{ UPLOAD_PUBLISH_ALLOWANCE_BYTES: String(2 ** 40) }, 4012],
      [{ IMAGES_PER_USER: '1' }, 4012],
      [{ UPLOAD_SESSIONS_PER_MINUTE: '1' }, 4029],
      [{ UPLOAD_ACTIVE_SESSIONS_PER_USER: '1' }, 4291],
      [{ STORAGE_CAPACITY_BYTES: '1000' }, 5030],
    ];
    for (const [vars, code] of cases) {
      const someone = await registerAndLogin(sound);
      if (code !== 4029) await legacyClient(sound, someone).upload(makePng());
      const puts: Tally = { calls: {}, rowsRead: 0, rowsWritten: 0 };
      const narrow = legacyClient(otherWorker(vars, countInto(puts)), someone);
      if (code === 4029) await narrow.upload(makePng());
      const before = callsAt(puts, 'BUCKET');
      expect(await narrow.upload(makePng()), JSON.stringify(vars)).toMatchObject({ code });
      expect(callsAt(puts, 'BUCKET')).toBe(before);
    }
    await expectNothingAstray('then');
  });

  it('never exceeds a quota, however many uploads are concurrent', async () => {
    const someone = await registerAndLogin(sound);
    const allowance = sound.services.config.UPLOAD_PUBLISH_ALLOWANCE_BYTES;
    await DB.prepare('UPDATE users SET storage_quota = ? WHERE id = ?')
      .bind(allowance * 2 + 100_000, someone.userId)
      .run();
    const many = legacyClient(
      otherWorker({
        UPLOAD_CONCURRENT_PARTS_PER_ISOLATE: '20',
        UPLOAD_CONCURRENT_FILES_PER_ISOLATE: '20',
        UPLOAD_CONCURRENT_PARTS_PER_USER: '20',
      }),
      someone,
    );
    const answers = await Promise.all(Array.from({ length: 6 }, () => many.upload(makePng())));
    const codes = answers.map(({ code }) => code).toSorted((a, b) => a - b);
    expect(codes).toEqual([0, 0, 4012, 4012, 4012, 4012]);
    await expectNothingAstray('then');
  });

  it('takes one of the few places that an isolate has for whole files', async () => {
    const reached = gate();
    const released = gate();
    const worker = otherWorker(
      { UPLOAD_CONCURRENT_FILES_PER_ISOLATE: '1' },
      async ({ binding, method }, proceed) => {
        if (binding === 'BUCKET' && method === 'put') {
          reached.open();
          await released.opened;
        }
        return proceed();
      },
    );
    const narrow = legacyClient(worker, person);
    const first = narrow.upload(makePng());
    await reached.opened;
    expect(await narrow.upload(makePng())).toMatchObject({ status: 429, code: 4291 });
    released.open();
    expect((await first).status).toBe(202);
    expect((await narrow.upload(makePng())).status).toBe(202);
  });

  it('takes a place of the user and one of the isolate, and returns both', async () => {
    const places = {
      UPLOAD_CONCURRENT_PARTS_PER_ISOLATE: '1',
      UPLOAD_CONCURRENT_PARTS_PER_USER: '1',
    };
    const held = stoppingClient(...PUT);
    const first = held.client.upload(makePng());
    await held.stopped;
    const byUser = legacyClient(otherWorker(places), person);
    expect(await byUser.upload(makePng())).toMatchObject({ status: 429, code: 4291 });
    held.go();
    expect((await first).status).toBe(202);
    for (let count = 0; count < 3; count += 1) {
      expect((await byUser.upload(makePng())).status).toBe(202);
    }
  });
});
