import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import type { ImageType } from '../../../../src/imaging/sniff.ts';
import { sha256Hex } from '../../../../src/shared/bytes.ts';
import type { Result } from '../../../../src/shared/result.ts';
import { makeDerivative } from '../../../../src/worker/domain/derivatives/make-derivative.ts';
import type { DerivativeFault } from '../../../../src/worker/domain/derivatives/original.ts';
import { deriveInIsolate } from '../../../../src/worker/imaging/derive/derive-in-isolate.ts';
import { ImageService } from '../../../../src/worker/storage/image-service.ts';
import { ObjectStore } from '../../../../src/worker/storage/object-store.ts';
import { makePixels, makeWebp, readPixels } from '../../../support/make-webp.ts';
import { animateBeside } from '../../../unit/imaging/fixtures/craft.ts';
import { addProperties, clap } from '../../../unit/imaging/fixtures/craft-avif.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** An original beyond local memory. */
const HUGE = { width: 9000, height: 9000 };
const DRAWN = { width: 160, height: 120 };
const SIZE = { width: 80, height: 60 };
const RED = [200, 30, 30, 255] as const;
const BLUE = [30, 30, 200, 255] as const;

const objects = new ObjectStore(env.BUCKET);
const services = { objects, imageService: new ImageService(env.IMAGES, 16_777_216) };
const drawn = makePixels(DRAWN.width, DRAWN.height, (x) => (x < 80 ? RED : BLUE));

const encodeAvif = async (): Promise<Bytes> => {
  const source = await makeWebp(drawn, { lossless: 1 });
  const plan = { mimeType: 'image/avif', size: DRAWN, quality: 90 } as const;
  const made = await deriveInIsolate(
    async () => source,
    plan,
    async ({ bytes }) => bytes,
  );
  if (!made.ok) throw new Error(made.error);
  return made.value;
};

const derive = async (
  file: Uint8Array,
  mimeType: ImageType,
): Promise<Result<Bytes, DerivativeFault>> => {
  const bytes = Uint8Array.from(file);
  const objectKey = `as-shown/${crypto.randomUUID()}`;
  await objects.putNew(objectKey, bytes, await sha256Hex(bytes), mimeType);
  const original = { objectKey, mimeType, bytes: bytes.length, ...HUGE } as const;
  const plan = { mimeType: 'image/webp', size: SIZE, quality: 90 } as const;
  return makeDerivative(services, original, plan, async (made) => made.bytes);
};

it('the Images binding ignores a crop of an AVIF that browsers ignore', async () => {
  const rightHalf = clap(80, 120, 80, 0);
  const made = await derive(addProperties(await encodeAvif(), rightHalf), 'image/avif');
  if (!made.ok) throw new Error(made.error);
  const { data, width } = await readPixels(made.value);
  const redAt = (x: number): number => data[(30 * width + x) * 4] ?? 0;
  expect(redAt(10)).toBeGreaterThan(150);
  expect(redAt(70)).toBeLessThan(80);
});

it('a crop of an AVIF that browsers apply is left to the isolate', async () => {
  const leftHalf = clap(80, 120, -80, 0);
  const made = await derive(addProperties(await encodeAvif(), leftHalf), 'image/avif');
  expect(made).toEqual({ ok: false, error: 'too_large' });
});

it('a PNG whose animation leaves its image out is left to the isolate', async () => {
  const blank = makePixels(DRAWN.width, DRAWN.height, () => RED);
  const made = await derive(animateBeside(blank, drawn), 'image/png');
  expect(made).toEqual({ ok: false, error: 'too_large' });
});
