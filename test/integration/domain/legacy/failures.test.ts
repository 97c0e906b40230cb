import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { crashAt } from '../../../support/instrument.ts';
import { makeJpeg, makePng } from '../../../support/craft-images.ts';
import { filePart, legacyClient, makeForm, type LegacyClient } from '../../../support/legacy.ts';
import { registerAndLogin, type Person } from '../../../support/people.ts';
import { passTime } from '../../../support/upload-sweep.ts';
import { setUpLegacyFaults } from '../../../support/legacy-faults.ts';

const MIB = 1024 * 1024;
const MAX_OPERATIONS = 20;

const { otherWorker, sound, countImages, heldBytes, expectConsistent } = setUpLegacyFaults();
let person: Person;
let client: LegacyClient;

beforeAll(async () => {
  person = await registerAndLogin(sound);
});

beforeEach(() => {
  client = legacyClient(sound, person);
});

describe('an upload whose Worker dies', () => {
  const FILES: Readonly<Record<string, [make: () => Uint8Array, firstOperation: number]>> = {
    short: [() => makePng(), 0],
    'in parts': [() => makePng(5, 5, 5 * MIB), 2],
  };

  it.each(Object.entries(FILES).map(([name, file]) => [name, ...file] as const))(
    '%s, after any operation leaves a consistent state and no duplicate',
    async (_, make, first) => {
      let points = 0;
      for (let index = first; index < MAX_OPERATIONS; index += 1) {
        const title = crypto.randomUUID();
        const key = crypto.randomUUID();
        const form = makeForm([filePart(make()), { name: 'title', value: title }]);
        const crash = crashAt(index, 'after');
        const worker = otherWorker({}, crash.intercept);
        await legacyClient(worker, person).sendForm(form, { key });
        await worker.settle();
        if (!crash.fired) break;
        points += 1;
        await expectConsistent(`right after operation ${index}`);
        // The outcome of a retry does not depend on the length of the file.
        if (index % 2 === 0 && first === 0) {
          const again = await client.sendForm(form, { key });
          await sound.settle();
          expect([200, 202], `repeated after operation ${index}`).toContain(again.status);
          expect(await countImages(title)).toBe(1);
        }
        await passTime(sound);
        await expectConsistent(`long after operation ${index}`);
        expect(await countImages(title)).toBeLessThan(2);
      }
      expect(points).toBeGreaterThan(4);
      expect(points).toBeLessThan(MAX_OPERATIONS);
      expect(await heldBytes(person)).toBe(0);
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
    await expectConsistent('then');
  });

  it('that its bucket does not take is given up within the limit (3006), and stored again', async () => {
    let isSilent = true;
    const worker = otherWorker({ UPLOAD_PART_SLOW_MS: '1000' }, async (call, proceed) =>
      isSilent && call.method === 'uploadPart' ? new Promise(() => undefined) : proceed(),
    );
    const who = legacyClient(worker, person);
    const file = makeJpeg(5, 5, { bytes: 6 * 1024 * 1024 });
    const key = crypto.randomUUID();
    expect(await who.upload(file, key)).toMatchObject({ status: 400, code: 3006 });
    isSilent = false;
    expect(await who.upload(file, key)).toMatchObject({ status: 202 });
    await expectConsistent('then');
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
    await expectConsistent('then');
  });
});
