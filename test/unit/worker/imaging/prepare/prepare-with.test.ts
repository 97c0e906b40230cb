import sharp, { type Sharp } from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { CODEC_MEMORY_LIMIT_BYTES } from '../../../../../src/imaging/memory-budget.ts';
import type { ImageType } from '../../../../../src/imaging/sniff.ts';
import { inspectSource } from '../../../../../src/imaging/source/inspect-source.ts';
import { inspectWebp } from '../../../../../src/imaging/webp/walker.ts';
import { fitsVariant, type Size } from '../../../../../src/shared/recipe-geometry.ts';
import { PART_KINDS, VARIANTS } from '../../../../../src/shared/variants.ts';
import {
  prepareWith,
  type PreparedPart,
  uprightSize,
} from '../../../../../src/worker/imaging/prepare/prepare-with.ts';
import { createNodeEngine } from '../../../imaging/fixtures/node-engine.ts';
import { makeNoise } from '../../../imaging/fixtures/noise.ts';
import {
  fromPixels,
  readPixels,
  takePhotograph,
  writeAs,
} from '../../../imaging/fixtures/sharp-images.ts';
import { ssim } from '../../../imaging/fixtures/ssim.ts';

const TIMEOUT_MS = 180_000;
const SIZE = { width: 900, height: 600 };
const LYING = { width: 501, height: 333 };
/** Longer than the longest edge of any part but the master. */
const LARGE = { width: 2400, height: 1600 };
const TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'] as const;

const readSource = async (bytes: Uint8Array, mimeType: ImageType) => ({
  mimeType,
  file: new Uint8Array(bytes),
  info: await inspectSource(mimeType, bytes),
});

const prepare = async (
  file: Uint8Array,
  mimeType: ImageType,
  engine = createNodeEngine(),
): Promise<readonly PreparedPart[]> => {
  const prepared = await prepareWith(await engine, await readSource(file, mimeType));
  if (!prepared.ok) throw new Error(prepared.error);
  return prepared.value;
};

const partOf = (parts: readonly PreparedPart[], kind: PreparedPart['kind']): PreparedPart => {
  const part = parts.find((one) => one.kind === kind);
  if (part === undefined) throw new Error(`there is no ${kind}`);
  return part;
};

const expectRecipe = (parts: readonly PreparedPart[], source: Size): void => {
  expect(parts.map(({ kind }) => kind)).toEqual(PART_KINDS);
  for (const { kind, quality, width, height, bytes } of parts) {
    expect(fitsVariant(VARIANTS[kind].recipe, { width, height }, source)).toBe(true);
    expect(quality).toBe(VARIANTS[kind].recipe.quality);
    expect(inspectWebp(bytes)).toMatchObject({
      ok: true,
      value: { width, height, hasExif: false, hasXmp: false, hasUnknown: false },
    });
  }
};

let photograph: Sharp;
let lying: Sharp;
beforeAll(async () => {
  // Decoded once for all tests.
  photograph = fromPixels(await readPixels(takePhotograph(SIZE))).removeAlpha();
  lying = fromPixels(await readPixels(takePhotograph(LYING))).removeAlpha();
});

describe('The Worker prepares the four parts', () => {
  it.each(TYPES)('of %s as the recipe says, and shows the source in each', async (mimeType) => {
    const parts = await prepare(await writeAs(photograph, mimeType), mimeType);
    expectRecipe(parts, SIZE);
    for (const { width, height, bytes } of parts) {
      const wanted = photograph.clone().resize(width, height, { fit: 'cover', kernel: 'lanczos3' });
      const likeness = ssim(await readPixels(bytes), await readPixels(wanted));
      expect(likeness).toBeGreaterThan(mimeType === 'image/gif' ? 0.7 : 0.9);
    }
  });

  it.each([2, 3, 4, 5, 6, 7, 8])('upright, by EXIF orientation %i', async (orientation) => {
    const file = await writeAs(lying.clone().withMetadata({ orientation }), 'image/jpeg');
    const parts = await prepare(file, 'image/jpeg');
    const { info } = await readSource(file, 'image/jpeg');
    expectRecipe(parts, uprightSize(info));
    const upright = sharp(file).autoOrient();
    const { bytes } = partOf(parts, 'master');
    expect(ssim(await readPixels(bytes), await readPixels(upright))).toBeGreaterThan(0.9);
  });

  it('in sRGB, whatever the profile of the source', async () => {
    const flat: Sharp = fromPixels({
      width: 64,
      height: 64,
      data: new Uint8ClampedArray(64 * 64 * 4).map((_, at) => [40, 180, 60, 255][at % 4] ?? 0),
    });
    const file = await flat.withIccProfile('p3').jpeg({ quality: 95 }).toBuffer();
    const parts = await prepare(new Uint8Array(file), 'image/jpeg');
    for (const { bytes } of parts) {
      expect(inspectWebp(bytes)).toMatchObject({ ok: true, value: { hasIccp: false } });
      const [red = 0, green = 0, blue = 0] = (await readPixels(bytes)).data;
      expect(Math.abs(red - 40) + Math.abs(green - 180) + Math.abs(blue - 60)).toBeLessThan(15);
    }
  });

  it('with its transparency', async () => {
    const pixels = await readPixels(photograph);
    for (let at = 3; at < pixels.data.length / 2; at += 4) pixels.data[at] = 0;
    const parts = await prepare(await writeAs(fromPixels(pixels), 'image/png'), 'image/png');
    for (const { bytes } of parts) {
      const { data } = await readPixels(bytes);
      expect([data[3], data.at(-1)]).toEqual([0, 255]);
    }
  });

  it('one after another in one memory', async () => {
    const engine = await createNodeEngine();
    const file = await writeAs(takePhotograph(LARGE), 'image/jpeg');
    expectRecipe(await prepare(file, 'image/jpeg', Promise.resolve(engine)), LARGE);
    const heldBytes = engine.picture.idleBytes;
    expectRecipe(await prepare(file, 'image/jpeg', Promise.resolve(engine)), LARGE);
    expect(engine.picture.idleBytes).toBe(heldBytes);
  });

  it(
    'of a JPEG of 24 megapixels within the budget, also after an image with less room',
    async () => {
      const engine = await createNodeEngine();
      const small = await writeAs(photograph, 'image/png');
      const held = 60 * 1024 * 1024;
      engine.budget.reserve(held);
      await prepare(small, 'image/png', Promise.resolve(engine));
      engine.budget.release(held);
      const size = { width: 6000, height: 4000 };
      const large = await writeAs(takePhotograph(size), 'image/jpeg');
      expectRecipe(await prepare(large, 'image/jpeg', Promise.resolve(engine)), size);
      expect(engine.budget.peakBytes).toBeLessThanOrEqual(CODEC_MEMORY_LIMIT_BYTES);
      expect(engine.budget.availableBytes).toBe(CODEC_MEMORY_LIMIT_BYTES);
    },
    TIMEOUT_MS,
  );
});

describe('The Worker prepares no parts', () => {
  it('of what is beyond its memory, and frees what it has taken', async () => {
    const engine = await createNodeEngine(15 * 1024 * 1024);
    const { availableBytes } = engine.budget;
    const noise = makeNoise({ width: 2000, height: 1500 });
    const source = await readSource(await writeAs(noise, 'image/jpeg'), 'image/jpeg');
    expect(await prepareWith(engine, source)).toMatchObject({ ok: false, error: 'too_large' });
    expect(engine.budget.availableBytes).toBe(availableBytes);
  });

  it.each([
    ['image/jpeg', (file: Uint8Array) => file.slice(0, file.length / 2)],
    ['image/png', (file: Uint8Array) => file.fill(0x55, file.length / 2, file.length / 2 + 400)],
  ] as const)('of a damaged %s', async (mimeType, damage) => {
    const source = await readSource(damage(await writeAs(photograph, mimeType)), mimeType);
    const prepared = await prepareWith(await createNodeEngine(), source);
    expect(prepared).toMatchObject({ ok: false, error: 'undecodable' });
  });
});
