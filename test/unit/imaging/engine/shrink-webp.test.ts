import sharp, { type Sharp } from 'sharp';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { CodecEngine } from '../../../../src/worker/imaging/codec-engine.ts';
import type { Pixels } from '../../../../src/shared/pixels.ts';
import { INITIAL_ENGINE_BYTES } from '../../../../src/imaging/engine/picture-engine.ts';
import { ImageError } from '../../../../src/imaging/image-error.ts';
import { deriveWith } from '../../../../src/worker/imaging/derive/derive-with.ts';
import { createNodeEngine } from '../fixtures/node-engine.ts';
import { fromPixels, readPixels, takePhotograph } from '../fixtures/sharp-images.ts';
import { ssim } from '../fixtures/ssim.ts';

// Real codecs take seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const SIZES = [
  [403, 301],
  [64, 17],
  [33, 16],
  [1, 1],
] as const;
const MIN_SSIM = 0.99;
const WIDTHS = [403, 250, 101];
const LARGE = [1200, 900] as const;
const SMALL = [64, 48] as const;
/** The pixels of the large ones take more. */
const BESIDE_FILE_BYTES = 512 * 1024;

/** Opaque at the left, transparent at the right. */
const fade = async (image: Sharp): Promise<Sharp> => {
  const { data, width, height } = await readPixels(image);
  for (let at = 0; at < width * height; at += 1) {
    data[4 * at + 3] = 255 - Math.floor((255 * (at % width)) / width);
  }
  return sharp(data, { raw: { width, height, channels: 4 } });
};

/** Of photographs, each decoded once. */
const drawn = new Map<string, Promise<Pixels>>();

const draw = async (width: number, height: number): Promise<Sharp> => {
  const name = `${String(width)} × ${String(height)}`;
  const pixels = drawn.get(name) ?? readPixels(takePhotograph({ width, height }));
  drawn.set(name, pixels);
  return fromPixels(await pixels).removeAlpha();
};

type Write = (image: Sharp, effort: number) => Promise<Buffer>;

/** Of lossless files: without it, libwebp takes a third of the time and uses fewer transforms. */
const [EFFORT, NO_EFFORT] = [4, 0];

const FORMS: readonly (readonly [string, Write])[] = [
  ['lossless', (image, effort) => image.webp({ lossless: true, effort }).toBuffer()],
  ['lossless with a palette', (image) => image.threshold(99).webp({ lossless: true }).toBuffer()],
  [
    'lossless with transparency',
    async (image, effort) => (await fade(image)).webp({ lossless: true, effort }).toBuffer(),
  ],
  [
    'lossy with transparency',
    async (image) => (await fade(image)).webp({ quality: 90 }).toBuffer(),
  ],
  [
    'lossy with reduced transparency',
    async (image) => (await fade(image)).webp({ quality: 90, alphaQuality: 40 }).toBuffer(),
  ],
];

/** Indices of a palette are a bit each. */
const WITH_PIXELS = FORMS.filter(([name]) => name !== 'lossless with a palette');

let engine: CodecEngine;
beforeAll(async () => {
  engine = await createNodeEngine();
});

/** The colours of what is almost transparent are rounded. */
const showOnWhite = (image: Sharp) => readPixels(image.flatten({ background: '#fff' }));

const shrink = (
  file: Uint8Array,
  from: readonly number[],
  to: readonly number[],
  { picture } = engine,
) => {
  const [[width = 0, height = 0], [toWidth = 0, toHeight = 0]] = [from, to];
  return picture.use((held) => {
    const size = { width: toWidth, height: toHeight };
    return held.shrinkWebpPixels(file, { width, height }, isTransparent(file), size);
  });
};

/** The flag of its VP8X chunk, or of its VP8L header (RFC 9649, 2.7.1 and 3.4). */
function isTransparent(file: Uint8Array): boolean {
  return file[15] === 0x4c ? ((file[24] ?? 0) & 0x10) !== 0 : ((file[20] ?? 0) & 0x10) !== 0;
}

describe('a WebP in rows of pixels', () => {
  it.each(FORMS)('is at its own size what sharp decodes: %s', async (_, write) => {
    for (const [width, height] of SIZES) {
      const file = new Uint8Array(await write(await draw(width, height), EFFORT));
      const expected = await readPixels(file);
      const made = shrink(file, [width, height], [width, height]);
      expect(made?.data.length).toBe(expected.data.length);
      expect(
        Buffer.compare(Buffer.from(made?.data ?? []), Buffer.from(expected.data)),
        `${width} px`,
      ).toBe(0);
    }
  });

  it.each(FORMS)('is at other sizes what sharp makes of it: %s', async (_, write) => {
    const file = new Uint8Array(await write(await draw(403, 301), EFFORT));
    for (const width of WIDTHS) {
      const size = { width, height: Math.round((301 * width) / 403) };
      for (const mimeType of ['image/png', 'image/jpeg'] as const) {
        const made = await deriveWith(engine, file, { mimeType, size, quality: 100 });
        if (!made.ok) throw new Error(made.error);
        const expected = await showOnWhite(sharp(file).resize({ ...size, fit: 'fill' }));
        const likeness = ssim(await showOnWhite(sharp(made.value.bytes)), expected);
        expect(likeness, `${mimeType} of ${String(width)} px`).toBeGreaterThan(MIN_SSIM);
      }
    }
  });

  it.each(FORMS)('is refused when it is cut off, and the next is whole: %s', async (_, write) => {
    const file = new Uint8Array(await write(await draw(64, 64), EFFORT));
    for (const length of [file.length - 8, Math.floor(file.length / 2), 30]) {
      expect(shrink(file.subarray(0, length), [64, 64], [32, 32])).toBeNull();
    }
    expect(shrink(file, [64, 64], [32, 32])?.data.length).toBe(4 * 32 * 32);
    expect(shrink(file, [64, 63], [32, 32])).toBeNull();
  });

  it.each(WITH_PIXELS)(
    'fails for memory among its rows, and the next is whole: %s',
    async (_, write) => {
      const writeAt = async ([width, height]: typeof LARGE | typeof SMALL) =>
        new Uint8Array(await write(await draw(width, height), NO_EFFORT));
      const [large, small] = [await writeAt(LARGE), await writeAt(SMALL)];
      const tight = await createNodeEngine(INITIAL_ENGINE_BYTES + large.length + BESIDE_FILE_BYTES);
      expect(() => shrink(large, LARGE, [32, 24], tight)).toThrow(ImageError);
      expect(shrink(small, SMALL, [32, 24], tight)).toEqual(shrink(small, SMALL, [32, 24]));
    },
  );
});
