import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import type { DerivativePlan } from '../../../../src/worker/imaging/derive/derivative.ts';
import type { ImageType } from '../../../../src/imaging/sniff.ts';
import { makeDerivative } from '../../../../src/worker/domain/derivatives/make-derivative.ts';
import type { Original } from '../../../../src/worker/domain/derivatives/original.ts';
import { sha256Hex } from '../../../../src/shared/bytes.ts';
import { systemClock } from '../../../../src/shared/clock.ts';
import type { Size } from '../../../../src/shared/pixels.ts';
import { ImageService } from '../../../../src/worker/storage/image-service.ts';
import { ObjectStore } from '../../../../src/worker/storage/object-store.ts';
import { convertImage } from '../../../support/legacy-images.ts';
import { makePixels, makeWebp } from '../../../support/make-webp.ts';

const MAX_BYTES = 1_048_576;
const STORED: Size = { width: 160, height: 120 };
/** An original beyond local memory; only the service reads its dimensions. */
const HUGE: Size = { width: 9000, height: 9000 };

const objects = new ObjectStore(env.BUCKET);
let here: Original;
let there: Original;

const planOf = (mimeType: ImageType): DerivativePlan => ({
  mimeType,
  size: { width: 80, height: 60 },
  quality: 90,
});
const derive = (
  original: Original,
  images: ImagesBinding,
  {
    timeoutMs = 20_000,
    mimeType = 'image/webp',
    use = async () => undefined,
  }: {
    readonly timeoutMs?: number;
    readonly mimeType?: ImageType;
    readonly use?: () => Promise<void>;
  } = {},
) => {
  const imageService = new ImageService(images, MAX_BYTES, timeoutMs);
  return makeDerivative({ objects, imageService }, original, planOf(mimeType), use);
};

const makePicture = () =>
  makeWebp(makePixels(STORED.width, STORED.height, () => [200, 40, 90, 255]));

beforeAll(async () => {
  const bytes = await makePicture();
  const objectKey = 'service-turns-test/original';
  await objects.putNew(objectKey, bytes, await sha256Hex(bytes), 'image/webp');
  here = { objectKey, mimeType: 'image/webp', bytes: bytes.length, ...STORED };
  there = { ...here, ...HUGE };
});

describe('a derivative', () => {
  it('of a format that no local codec reads is not called damaged when the service fails, too', async () => {
    const jpeg = (await convertImage(await makePicture(), 'image/jpeg', STORED)).bytes;
    const frameAt = jpeg.findIndex((byte, at) => byte === 0xff && jpeg[at + 1] === 0xc0);
    const verdicts: unknown[] = [];
    for (const bitsPerSample of [8, 12]) {
      const bytes = jpeg.slice();
      bytes[frameAt + 4] = bitsPerSample;
      const objectKey = `service-turns-test/${String(bitsPerSample)}-bits`;
      await objects.putNew(objectKey, bytes, await sha256Hex(bytes), 'image/jpeg');
      const original: Original = { ...there, objectKey, mimeType: 'image/jpeg' };
      verdicts.push(await derive(original, serviceThatReadsNothing()));
    }
    expect(verdicts).toEqual([
      { ok: false, error: 'undecodable' },
      { ok: false, error: 'too_large' },
    ]);
  });

  it('that the service cannot read is called damaged only after the codecs had their turn', async () => {
    const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const use = (): Promise<void> => {
      begun.resolve();
      return held.promise;
    };
    const made = derive(here, env.IMAGES, { use });
    await begun.promise;
    const judged = derive(there, serviceThatReadsNothing());
    const early = await Promise.race([judged, systemClock.wait(100)]);
    held.resolve();
    expect(early).toBeUndefined();
    expect(await judged).toEqual({ ok: false, error: 'undecodable' });
    expect(await made).toMatchObject({ ok: true });
  });

  it('waits for a stalled service without holding the codecs, and only for a limited time', async () => {
    const asked = Promise.withResolvers<void>();
    const fail = (at: 'answer' | 'result', timeoutMs: number): Promise<unknown> =>
      derive(there, serviceThatHangs(at, asked.resolve), { timeoutMs }).catch(String);
    const failed = fail('answer', 1000);
    await asked.promise;
    expect(await Promise.race([failed, derive(here, env.IMAGES)])).toMatchObject({ ok: true });
    expect(await failed).toMatch('stands still');
    expect(await fail('result', 10)).toMatch('stands still');
    expect(await derive(there, env.IMAGES)).toMatchObject({ ok: true });
  });

  it('has one result of the service in memory at a time, until it is consumed', async () => {
    let [held, most] = [0, 0];
    const images = new Proxy(env.IMAGES, {
      get: (target) => (stream: ReadableStream<Uint8Array>) => {
        held += 1;
        most = Math.max(most, held);
        return target.input(stream);
      },
    });
    const use = async (): Promise<void> => {
      held -= 1;
    };
    const types = ['image/webp', 'image/png', 'image/gif'] as const;
    const derived = types.map((mimeType) => derive(there, images, { mimeType, use }));
    for (const { ok } of await Promise.all(derived)) expect(ok).toBe(true);
    expect([held, most]).toEqual([0, 1]);
  });
});

/** A service that never answers, or whose body never arrives. */
function serviceThatHangs(at: 'answer' | 'result', onAsked: () => void): ImagesBinding {
  const transformer = {
    transform: () => transformer,
    output: async () => {
      onAsked();
      if (at === 'answer') await new Promise(() => undefined);
      return { contentType: () => 'image/png', image: () => new ReadableStream() };
    },
  };
  return { input: () => transformer } as unknown as ImagesBinding;
}

function serviceThatReadsNothing(): ImagesBinding {
  const transformer = {
    transform: () => transformer,
    output: async () => {
      throw Object.assign(new Error('9412: The requested file is not an image'), { code: 9412 });
    },
  };
  return { input: () => transformer } as unknown as ImagesBinding;
}
