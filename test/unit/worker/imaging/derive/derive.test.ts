import sharp, { type Sharp } from 'sharp';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { CodecEngine } from '../../../../../src/worker/imaging/codec-engine.ts';
import { deriveWith } from '../../../../../src/worker/imaging/derive/derive-with.ts';
import type { Derivative } from '../../../../../src/worker/imaging/derive/derivative.ts';
import { inspectImage } from '../../../../../src/worker/imaging/derive/inspect-image.ts';
import type { ImageType } from '../../../../../src/imaging/sniff.ts';
import type { Pixels, Size } from '../../../../../src/shared/pixels.ts';
import { ascii, concat, contains, uint32le } from '../../../imaging/fixtures/bytes.ts';
import {
  encodePng,
  iccpChunk,
  imageChunk,
  riffChunk,
  writeExtendedWebp,
} from '../../../imaging/fixtures/craft.ts';
import { addProperties, writeBox } from '../../../imaging/fixtures/craft-avif.ts';
import { encodeAvif } from '../../../imaging/fixtures/encoders.ts';
import { createNodeEngine } from '../../../imaging/fixtures/node-engine.ts';
import { BLUE, colorAt, distance, GREEN, paint, RED } from '../../../imaging/fixtures/images.ts';
import {
  fromPixels,
  readPixels,
  takePhotograph,
  toFormat,
  writeAs,
} from '../../../imaging/fixtures/sharp-images.ts';
import { ssim } from '../../../imaging/fixtures/ssim.ts';

// Real codecs take seconds on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif'] as const;
const STORED = { width: 480, height: 320 };
const SMALL = { width: 240, height: 160 };
const MIN_SSIM = 0.98;
const ORIENTATIONS = [1, 2, 3, 4, 5, 6, 7, 8];

let engine: CodecEngine;
let photograph: Sharp;
/** Half its size, for tests of eight orientations. */
let small: Sharp;
beforeAll(async () => {
  engine = await createNodeEngine();
  // Decoded once for all tests.
  photograph = fromPixels(await readPixels(takePhotograph(STORED))).removeAlpha();
  small = fromPixels(await readPixels(takePhotograph(SMALL))).removeAlpha();
});

const sources = new Map<ImageType, Promise<Uint8Array>>();

/** Encodes the photograph, once for each type. */
const sourceOf = (type: ImageType): Promise<Uint8Array> => {
  const file = sources.get(type) ?? writeAs(photograph, type);
  sources.set(type, file);
  return file;
};

const derive = async (
  file: Uint8Array,
  mimeType: ImageType,
  size: Size,
  quality = 85,
): Promise<Derivative> => {
  const result = await deriveWith(engine, file, { mimeType, size, quality });
  if (!result.ok) throw new Error(`Not derived: ${result.error}`);
  return result.value;
};

/** Sharp's result of the same request; of a GIF, its pixels before palettization. */
const deriveBySharp = async (
  file: Uint8Array,
  mimeType: ImageType,
  { width, height }: Size,
): Promise<Pixels> => {
  const resized = sharp(file).autoOrient().resize(width, height, { fit: 'fill' });
  if (mimeType === 'image/gif') return readPixels(resized);
  return readPixels(new Uint8Array(await toFormat(resized, mimeType, 85).toBuffer()));
};

describe('a derivative', () => {
  it.each(TYPES)('of %s in each of the five types resembles sharp’s', async (from) => {
    const file = await sourceOf(from);
    for (const to of TYPES) {
      const made = await derive(file, to, SMALL);
      const info = await sharp(made.bytes).metadata();
      expect([made.mimeType, made.width, made.height]).toEqual([to, SMALL.width, SMALL.height]);
      expect([info.format, info.width, info.height]).toEqual([
        to === 'image/avif' ? 'heif' : to.slice('image/'.length),
        SMALL.width,
        SMALL.height,
      ]);
      const expected = await deriveBySharp(file, to, SMALL);
      expect(ssim(await readPixels(made.bytes), expected), `${from} to ${to}`).toBeGreaterThan(
        MIN_SSIM,
      );
    }
  });

  it('resembles sharp’s at any reduction and any remainder at an edge', async () => {
    const file = await sourceOf('image/png');
    for (const [width, height] of [
      [479, 319],
      [119, 79],
      [96, 64],
      [61, 41],
      [33, 22],
      [16, 11],
    ] as const) {
      const size = { width, height };
      const made = await readPixels((await derive(file, 'image/png', size)).bytes);
      const likeness = ssim(made, await deriveBySharp(file, 'image/png', size));
      expect(likeness, `${width} × ${height}`).toBeGreaterThan(MIN_SSIM);
    }
  });

  it.each(['image/jpeg', 'image/png'] as const)(
    'of %s is upright for each EXIF orientation, as sharp turns it',
    async (type) => {
      for (const orientation of ORIENTATIONS) {
        const file = await writeAs(small.clone().withMetadata({ orientation }), type);
        await expectUpright(file, orientation);
      }
    },
  );

  it('of AVIF is upright for each rotation and mirroring, as sharp turns it', async () => {
    const stored = await encodeAvif(await readPixels(small));
    for (const [irot, imir, orientation] of [
      [null, 1, 2],
      [2, null, 3],
      [null, 0, 4],
      [1, 0, 5],
      [3, null, 6],
      [1, 1, 7],
      [1, null, 8],
    ] as const) {
      const boxes = [
        ...(irot === null ? [] : [writeBox('irot', Uint8Array.of(irot))]),
        ...(imir === null ? [] : [writeBox('imir', Uint8Array.of(imir))]),
      ];
      await expectUpright(addProperties(stored, ...boxes), orientation);
    }
  });

  it('carries no EXIF, XMP or profile of its source, whatever the types', async () => {
    const place = { IFD0: { Copyright: 'somebody' }, IFD3: { GPSLatitudeRef: 'N' } };
    const plain = fromPixels(paint(64, 48, (x, y) => [x * 4, y * 5, 80, 255])).removeAlpha();
    const tagged = plain.withExif(place).withXmp('<x:xmpmeta/>').withIccProfile('p3');
    for (const from of ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const) {
      const file = await writeAs(tagged, from);
      expect((await sharp(file).metadata()).exif).toBeDefined();
      for (const to of TYPES) {
        const { bytes } = await derive(file, to, { width: 32, height: 24 });
        const { exif, xmp, icc, iptc } = await sharp(bytes).metadata();
        expect([exif, xmp, icc, iptc], `${from} to ${to}`).toEqual(Array(4).fill(undefined));
        for (const needle of ['Exif', 'somebody', 'xmpmeta', 'ICC']) {
          expect(contains(bytes, needle), `${needle} from ${from} to ${to}`).toBe(false);
        }
      }
    }
  });

  it.each([
    ['that sRGB has too', 100, 170, 3],
    ['beyond those of sRGB', 0, 255, 10],
  ])('of Display P3 has the colours %s that sharp makes of them', async (_, low, high, limit) => {
    const step = (value: number): number => low + (high - low) * value;
    const colors = paint(48, 48, (x, y) => [step(x / 47), step(y / 47), step(1 - x / 47), 255]);
    const tagged = await fromPixels(colors).withIccProfile('p3').png().toBuffer();
    const profile = new Uint8Array((await sharp(tagged).metadata()).icc ?? []);
    const file = encodePng(colors, [iccpChunk(profile)]);
    const expected = await readPixels(file);
    const actual = await readPixels((await derive(file, 'image/png', colors)).bytes);
    let change = 0;
    for (let at = 0; at < 48 * 48; at += 1) {
      const [x, y] = [at % 48, Math.floor(at / 48)];
      expect(distance(colorAt(actual, x, y), colorAt(expected, x, y))).toBeLessThan(limit);
      change = Math.max(change, distance(colorAt(actual, x, y), colorAt(colors, x, y)));
    }
    expect(change).toBeGreaterThan(limit);
  });

  it('keeps transparency in WebP, AVIF and PNG, binary in GIF, and is white in JPEG', async () => {
    const half = paint(64, 64, (x) => [200, 20, 20, x < 32 ? 100 : 0]);
    for (const from of ['image/png', 'image/webp', 'image/avif'] as const) {
      const file = await writeAs(fromPixels(half), from);
      for (const to of TYPES) {
        const made = await readPixels((await derive(file, to, { width: 32, height: 32 })).bytes);
        const [left, right] = [colorAt(made, 4, 16), colorAt(made, 28, 16)];
        if (to === 'image/jpeg') {
          expect(distance(left, [233, 163, 163, 255]), `${from} to JPEG`).toBeLessThan(10);
          expect(distance(right, [255, 255, 255, 255])).toBeLessThan(4);
        } else {
          const alphas = to === 'image/gif' ? [0, 0] : [100, 0];
          expect(Math.abs(left[3] - (alphas[0] ?? 0)), `${from} to ${to}`).toBeLessThan(4);
          expect(right[3]).toBeLessThan(4);
        }
      }
    }
  });

  it('in GIF keeps a transparent index, and few colours exactly', async () => {
    const drawn = paint(30, 30, (x, y) => [x < 10 ? 3 : 4, y < 10 ? 5 : 6, 7, x > 20 ? 0 : 255]);
    const file = await writeAs(fromPixels(drawn), 'image/png');
    const { bytes } = await derive(file, 'image/gif', { width: 30, height: 30 });
    const made = await readPixels(bytes);
    for (const [x, y] of [
      [0, 0],
      [15, 0],
      [0, 15],
      [15, 15],
    ] as const) {
      expect(colorAt(made, x, y)).toEqual(colorAt(drawn, x, y));
    }
    expect(colorAt(made, 25, 5)[3]).toBe(0);
  });

  it.each(TYPES)('is never larger than its source: %s', async (type) => {
    const file = await sourceOf(type);
    const { width, height, bytes } = await derive(file, 'image/webp', {
      width: 2000,
      height: 1500,
    });
    expect([width, height]).toEqual([STORED.width, STORED.height]);
    expect(await sharp(bytes).metadata()).toMatchObject(STORED);
  });

  it('is refused when a side exceeds the type’s limit', async () => {
    const file = await writeAs(fromPixels(paint(17_000, 2, () => RED)), 'image/png');
    const size = { width: 17_000, height: 2 };
    const plan = { mimeType: 'image/webp', size, quality: 80 } as const;
    expect(await deriveWith(engine, file, plan)).toEqual({ ok: false, error: 'too_large' });
    expect((await derive(file, 'image/jpeg', size)).width).toBe(17_000);
    expect((await derive(file, 'image/webp', { width: 400, height: 1 })).width).toBe(400);
  });

  it('of an animation is its first frame, on its canvas', async () => {
    const pages = [RED, GREEN, BLUE].map((color) => fromPixels(paint(40, 30, () => color)));
    const stills = await Promise.all(pages.map((page) => page.png().toBuffer()));
    const frames = await sharp(stills, { join: { animated: true } })
      .gif()
      .toBuffer();
    const inWebp = await sharp(frames, { animated: true }).webp({ lossless: true }).toBuffer();
    for (const file of [frames, inWebp].map((bytes) => new Uint8Array(bytes))) {
      expect(await inspectImage(file)).toMatchObject({
        ok: true,
        value: { animated: true, size: { width: 40, height: 30 } },
      });
      const made = await readPixels(
        (await derive(file, 'image/png', { width: 20, height: 15 })).bytes,
      );
      expect(distance(colorAt(made, 10, 7), RED)).toBeLessThan(3);
    }
  });

  it('of a WebP whose first frame is a part of its canvas is transparent around it', async () => {
    for (const options of [{ lossless: true }, { quality: 95 }]) {
      const frame = paint(20, 10, (x) => [200, 30, 30, x < 10 ? 255 : 128]);
      const still = new Uint8Array(await fromPixels(frame).webp(options).toBuffer());
      const file = animate(still, { left: 4, top: 6 }, frame, { width: 32, height: 24 });
      const made = await readPixels(
        (await derive(file, 'image/png', { width: 32, height: 24 })).bytes,
      );
      expect(distance(colorAt(made, 8, 10), [200, 30, 30, 255])).toBeLessThan(8);
      expect(colorAt(made, 20, 10)[3]).toBe(128);
      for (const [x, y] of [
        [1, 1],
        [8, 2],
        [2, 10],
        [30, 20],
      ] as const) {
        expect(colorAt(made, x, y)[3]).toBe(0);
      }
      const outside = animate(still, { left: 14, top: 6 }, frame, { width: 32, height: 24 });
      const plan = { mimeType: 'image/png', size: { width: 32, height: 24 }, quality: 80 } as const;
      expect(await deriveWith(engine, outside, plan)).toEqual({ ok: false, error: 'undecodable' });
    }
  });

  it('releases all counted memory, however it ends', async () => {
    const own = await createNodeEngine();
    const idleBytes = own.budget.availableBytes;
    for (const type of TYPES) {
      const file = await sourceOf(type);
      for (const bytes of [file, file.subarray(0, file.length / 2), file.subarray(0, 40)]) {
        await deriveWith(own, bytes, { mimeType: 'image/webp', size: SMALL, quality: 80 });
        expect(own.budget.availableBytes).toBe(idleBytes);
      }
    }
  });
});

describe('headers', () => {
  it('state type, sizes, orientation, animation and transparency', async () => {
    const turned = await writeAs(photograph.clone().withMetadata({ orientation: 6 }), 'image/jpeg');
    expect(await inspectImage(turned)).toEqual({
      ok: true,
      value: {
        mimeType: 'image/jpeg',
        size: { width: STORED.height, height: STORED.width },
        storedSize: STORED,
        orientation: 6,
        animated: false,
        hasAlpha: false,
        isReduced: true,
        decodingBytes: expect.any(Number),
      },
    });
    const glass = fromPixels(paint(20, 20, (x) => [1, 2, 3, x * 10]));
    for (const type of TYPES) {
      const opaque = await inspectImage(await sourceOf(type));
      const transparent = await inspectImage(await writeAs(glass, type));
      const saysAlpha = type !== 'image/jpeg';
      expect(opaque, type).toMatchObject({ value: { mimeType: type, hasAlpha: false } });
      expect(transparent, type).toMatchObject({ value: { hasAlpha: saysAlpha } });
    }
  });

  it('that are missing or broken are a fault of the file', async () => {
    expect(await inspectImage(ascii('GIF'))).toEqual({ ok: false, error: 'unsupported_type' });
    for (const type of TYPES) {
      const file = await sourceOf(type);
      expect(await inspectImage(file.subarray(0, 20))).toHaveProperty('ok', false);
    }
  });
});

async function expectUpright(file: Uint8Array, orientation: number): Promise<void> {
  const size = orientation < 5 ? { width: 120, height: 80 } : { width: 80, height: 120 };
  const { bytes, width, height } = await derive(file, 'image/png', size);
  expect([width, height]).toEqual([size.width, size.height]);
  const expected = await deriveBySharp(file, 'image/png', size);
  const likeness = ssim(await readPixels(bytes), expected);
  expect(likeness, `orientation ${orientation}`).toBeGreaterThan(MIN_SSIM);
}

/** An animation of one frame: sharp does not write partial frames. */
function animate(
  still: Uint8Array,
  { left, top }: { readonly left: number; readonly top: number },
  frame: Size,
  canvas: Size,
): Uint8Array {
  const uint24 = (value: number): Uint8Array => uint32le(value).subarray(0, 3);
  const chunks = imageChunk(still);
  const image = contains(still.subarray(0, 20), 'VP8X') ? chunks.subarray(18) : chunks;
  const header = concat(
    ...[left / 2, top / 2, frame.width - 1, frame.height - 1, 100].map(uint24),
    Uint8Array.of(0),
  );
  return writeExtendedWebp(
    0x12,
    canvas,
    riffChunk('ANIM', new Uint8Array(6)),
    riffChunk('ANMF', concat(header, image)),
  );
}

it.each(TYPES.filter((type) => type !== 'image/webp' && type !== 'image/avif'))(
  'shrinks an image of the type %s that is longer than a WebP can be to a WebP',
  async (type) => {
    const long = fromPixels(paint(20_000, 20, (x) => (x < 10_000 ? RED : BLUE)));
    const source = await writeAs(long.removeAlpha(), type);
    const size = { width: 400, height: 1 };
    const made = await deriveWith(engine, source, { mimeType: 'image/webp', size, quality: 90 });
    expect(made).toMatchObject({ ok: true, value: size });
    const asItIs = {
      mimeType: 'image/webp',
      size: { width: 20_000, height: 20 },
      quality: 90,
    } as const;
    expect(await deriveWith(engine, source, asItIs)).toEqual({ ok: false, error: 'too_large' });
  },
);
