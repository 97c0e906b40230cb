import { beforeAll, describe, expect, it, vi } from 'vitest';

import { runCodecJob } from '../../../src/worker/imaging/codec-job.ts';
import { createEngine } from '../../../src/worker/imaging/engine.ts';
import {
  deriveInIsolate,
  fitsIsolate,
} from '../../../src/worker/imaging/derive/derive-in-isolate.ts';
import { deriveWith } from '../../../src/worker/imaging/derive/derive-with.ts';
import type { Derivative } from '../../../src/worker/imaging/derive/derivative.ts';
import { inspectImage } from '../../../src/worker/imaging/derive/inspect-image.ts';
import { renderPublish } from '../../../src/worker/imaging/publish.ts';
import { type ImageType, sniffImageType } from '../../../src/imaging/sniff.ts';
import { ok } from '../../../src/shared/result.ts';
import { memoryReserve } from '../../../src/worker/lib/memory-reserve.ts';
import { makePixels, makeWebp } from '../../support/make-webp.ts';

const TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif'] as const;
const SIZE = { width: 120, height: 80 };
const TIMEOUT_MS = 120_000;

const asIs = async (made: Derivative): Promise<Derivative> => made;

const planFor = (mimeType: ImageType) => ({ mimeType, size: SIZE, quality: 80 });

let source: Uint8Array;
beforeAll(async () => {
  source = await makeWebp(makePixels(240, 160, (x, y) => [x, y, 80, 255]));
});

describe('the Worker makes derivatives', () => {
  it(
    'from each of the five types to each, and predicts that they fit',
    async () => {
      for (const from of TYPES) {
        const file = await deriveInIsolate(async () => source, planFor(from), asIs);
        if (!file.ok) throw new Error(`${from}: ${file.error}`);
        const { bytes } = file.value;
        const header = await inspectImage(bytes);
        if (!header.ok) throw new Error(`${from}: ${header.error}`);
        expect(header.value).toMatchObject({ mimeType: from, size: SIZE });
        for (const to of TYPES) {
          expect(fitsIsolate(header.value, bytes.length, planFor(to))).toBe(true);
          const made = await deriveInIsolate(async () => bytes, planFor(to), asIs);
          expect(made, `${from} to ${to}`).toMatchObject({ ok: true, value: SIZE });
          if (made.ok) expect(sniffImageType(made.value.bytes)).toBe(to);
        }
      }
    },
    TIMEOUT_MS,
  );

  it('in memory that idle codecs release', async () => {
    const roomOfOthers = vi.fn();
    await runCodecJob(
      async () => source,
      async (engine, bytes) => {
        memoryReserve.lend(roomOfOthers);
        expect(roomOfOthers).toHaveBeenCalledOnce();
        return deriveWith(engine, bytes, planFor('image/webp'));
      },
      asIs,
    );
    expect(roomOfOthers).toHaveBeenCalledOnce();
  });

  it('one after another, and after a publication', async () => {
    const log: string[] = [];
    const read = (name: string) => async (): Promise<Uint8Array> => {
      log.push(`${name} reads`);
      return source;
    };
    const use = (name: string) => async (): Promise<void> => {
      await scheduler.wait(30);
      log.push(`${name} is used`);
    };
    const publication = { watermark: null, quality: 80 };
    await Promise.all([
      renderPublish(read('publication'), publication, use('publication')),
      deriveInIsolate(read('first'), planFor('image/jpeg'), use('first')),
      deriveInIsolate(read('second'), planFor('image/png'), use('second')),
    ]);
    const names = ['publication', 'first', 'second'];
    expect(log).toEqual(names.flatMap((name) => [`${name} reads`, `${name} is used`]));
  });

  it('and continues after a missing, damaged or unused source', async () => {
    const plan = planFor('image/webp');
    const missing = await deriveInIsolate(async () => null, plan, asIs);
    expect(missing).toEqual({ ok: false, error: 'source_missing' });
    const cut = await deriveInIsolate(async () => source.subarray(0, 300), plan, asIs);
    expect(cut).toEqual({ ok: false, error: 'undecodable' });
    const fail = (): Promise<never> => Promise.reject(new Error('out of reach'));
    await expect(deriveInIsolate(async () => source, plan, fail)).rejects.toThrow('out of reach');
    expect(
      await deriveInIsolate(
        async () => source,
        plan,
        async () => 7,
      ),
    ).toEqual(ok(7));
  });

  it('and continues after a source that never arrives', async () => {
    const never = (): Promise<never> => new Promise(() => undefined);
    const hung = runCodecJob(
      never,
      async () => ok(0),
      async () => undefined,
      10,
    );
    await expect(hung).rejects.toThrow('stands still');
    const made = await deriveInIsolate(async () => source, planFor('image/webp'), asIs);
    expect(made).toMatchObject({ ok: true });
  });

  it('with new codecs after a job that threw', async () => {
    // Its hash needs pixels, which are copied out of the codec.
    const plan = { ...planFor('image/jpeg'), isHashed: true };
    expect(await deriveInIsolate(async () => source, plan, asIs)).toHaveProperty('ok', true);
    const spy = vi.spyOn(WebAssembly, 'Instance');
    expect(await deriveInIsolate(async () => source, plan, asIs)).toHaveProperty('ok', true);
    expect(spy).not.toHaveBeenCalled();
    const construct = (): never => {
      throw new RangeError('Array buffer allocation failed');
    };
    vi.stubGlobal('Uint8ClampedArray', new Proxy(Uint8ClampedArray, { construct }));
    const failing = deriveInIsolate(async () => source, plan, asIs);
    await expect(failing.finally(() => vi.unstubAllGlobals())).rejects.toThrow('allocation failed');
    spy.mockClear();
    expect(await deriveInIsolate(async () => source, plan, asIs)).toHaveProperty('ok', true);
    expect(spy).toHaveBeenCalledTimes(1);
    spy.mockRestore();
  });

  it('with all of a codec’s memory counted, and released for the next', async () => {
    const memories: WebAssembly.Memory[] = [];
    const { Instance } = WebAssembly;
    vi.spyOn(WebAssembly, 'Instance').mockImplementation(function watch(module, imports) {
      const instance = new Instance(module, imports);
      for (const item of Object.values(instance.exports)) {
        if (item instanceof WebAssembly.Memory) memories.push(item);
      }
      return instance;
    });
    const engine = createEngine();
    const availableBytes = engine.budget.availableBytes;
    const plan = {
      mimeType: 'image/jpeg',
      size: { width: 240, height: 160 },
      quality: 90,
    } as const;
    for (let job = 0; job < 2; job += 1) {
      expect(await deriveWith(engine, source, plan)).toHaveProperty('ok', true);
    }
    expect(memories.map(({ buffer }) => buffer.byteLength)).toEqual([engine.picture.idleBytes]);
    expect(engine.budget.availableBytes).toBe(availableBytes);
  });
});
