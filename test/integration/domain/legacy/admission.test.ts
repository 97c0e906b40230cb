import { beforeAll, describe, expect, it } from 'vitest';
import { callsAt, countInto, type Tally } from '../../../support/instrument.ts';
import { makePng } from '../../../support/craft-images.ts';
import { legacyClient } from '../../../support/legacy.ts';
import { registerAndLogin, type Person } from '../../../support/people.ts';
import type { TestWorkerOptions } from '../../../support/worker.ts';
import { PUT, setUpLegacyFaults } from '../../../support/legacy-faults.ts';

const { otherWorker, sound, expectConsistent, stopClient } = setUpLegacyFaults();
const { DB } = sound.env;
let person: Person;

beforeAll(async () => {
  person = await registerAndLogin(sound);
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
    await expectConsistent('then');
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
    await expectConsistent('then');
  });

  it('takes one of the few places that an isolate has for whole files', async () => {
    const reached = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const worker = otherWorker(
      { UPLOAD_CONCURRENT_FILES_PER_ISOLATE: '1' },
      async ({ binding, method }, proceed) => {
        if (binding === 'BUCKET' && method === 'put') {
          reached.resolve();
          await released.promise;
        }
        return proceed();
      },
    );
    const narrow = legacyClient(worker, person);
    const first = narrow.upload(makePng());
    await reached.promise;
    expect(await narrow.upload(makePng())).toMatchObject({ status: 429, code: 4291 });
    released.resolve();
    expect((await first).status).toBe(202);
    expect((await narrow.upload(makePng())).status).toBe(202);
  });

  it('takes a place of the user and one of the isolate, and returns both', async () => {
    const places = {
      UPLOAD_CONCURRENT_PARTS_PER_ISOLATE: '1',
      UPLOAD_CONCURRENT_PARTS_PER_USER: '1',
    };
    const held = stopClient(person, ...PUT);
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
