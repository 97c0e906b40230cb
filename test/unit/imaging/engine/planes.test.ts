import sharp from 'sharp';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { CodecEngine } from '../../../../src/worker/imaging/codec-engine.ts';
import { deriveWith } from '../../../../src/worker/imaging/derive/derive-with.ts';
import type { Pixels, Size } from '../../../../src/shared/pixels.ts';
import { ascii } from '../fixtures/bytes.ts';
import { insertSegments, segment } from '../fixtures/craft.ts';
import { createNodeEngine } from '../fixtures/node-engine.ts';
import { fromPixels, readPixels, takePhotograph, toFormat } from '../fixtures/sharp-images.ts';
import { meanDifference, ssim } from '../fixtures/ssim.ts';

// Real codecs take seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const STORED = { width: 603, height: 405 };
const MIN_SSIM = 0.99;
/** Of 255, in the mean. */
const MAX_COLOR_DIFFERENCE = 3;
const QUALITY = 95;
/** Even and odd, so that chroma is cut at an edge. */
const SIZES: readonly Size[] = [
  STORED,
  { width: 400, height: 269 },
  { width: 301, height: 202 },
  { width: 151, height: 101 },
];
const TYPES = ['image/jpeg', 'image/webp'] as const;
const ORIENTATIONS = [1, 2, 3, 4, 5, 6, 7, 8];

/** Version, flags and no transform. */
const RGB_BY_ADOBE = Uint8Array.of(...ascii('Adobe'), 0, 100, 0, 0, 0, 0, 0);

let engine: CodecEngine;
let stored: Pixels;
beforeAll(async () => {
  engine = await createNodeEngine();
  stored = await readPixels(takePhotograph(STORED));
});

const write = async (type: (typeof TYPES)[number]): Promise<Uint8Array> =>
  new Uint8Array(await toFormat(fromPixels(stored).removeAlpha(), type, QUALITY).toBuffer());

/** Compares luminance by structure, and all colours by their mean difference. */
async function compare(file: Uint8Array, mimeType: (typeof TYPES)[number], size: Size) {
  const made = await deriveWith(engine, file, { mimeType, size, quality: QUALITY });
  if (!made.ok) throw new Error(made.error);
  const resized = sharp(file)
    .autoOrient()
    .resize({ ...size, fit: 'fill' });
  const expected = new Uint8Array(await toFormat(resized, mimeType, QUALITY).toBuffer());
  const [ours, theirs] = [await readPixels(made.value.bytes), await readPixels(expected)];
  return { likeness: ssim(ours, theirs), difference: meanDifference(ours, theirs) };
}

describe('planes that are resized as they are stored', () => {
  it.each(TYPES.flatMap((from) => TYPES.map((to) => [from, to] as const)))(
    'give what sharp gives, from %s to %s',
    async (from, to) => {
      const file = await write(from);
      for (const size of SIZES) {
        const { likeness, difference } = await compare(file, to, size);
        expect(likeness, `${String(size.width)} px`).toBeGreaterThan(MIN_SSIM);
        expect(difference, `${String(size.width)} px`).toBeLessThan(MAX_COLOR_DIFFERENCE);
      }
    },
  );

  it('are upright for each EXIF orientation, also with odd sides', async () => {
    for (const orientation of ORIENTATIONS) {
      const tagged = fromPixels(stored).removeAlpha().withMetadata({ orientation });
      const file = new Uint8Array(await tagged.jpeg({ quality: QUALITY }).toBuffer());
      const size = orientation < 5 ? { width: 201, height: 135 } : { width: 135, height: 201 };
      for (const to of TYPES) {
        const { likeness, difference } = await compare(file, to, size);
        expect(likeness, `${String(orientation)}, ${to}`).toBeGreaterThan(MIN_SSIM);
        expect(difference, `${String(orientation)}, ${to}`).toBeLessThan(MAX_COLOR_DIFFERENCE);
      }
    }
  });

  it('of a gray JPEG stay gray', async () => {
    const gray = fromPixels(stored).removeAlpha().toColourspace('b-w');
    const file = new Uint8Array(await gray.jpeg({ quality: QUALITY }).toBuffer());
    for (const to of TYPES) {
      const { likeness, difference } = await compare(file, to, { width: 201, height: 135 });
      expect(likeness, to).toBeGreaterThan(MIN_SSIM);
      expect(difference, to).toBeLessThan(MAX_COLOR_DIFFERENCE);
    }
  });

  it('are not taken from a JPEG of red, green and blue', async () => {
    const options = { quality: QUALITY, chromaSubsampling: '4:4:4' };
    const rgb = new Uint8Array(await fromPixels(stored).removeAlpha().jpeg(options).toBuffer());
    const adobe = insertSegments(rgb, segment(0xee, RGB_BY_ADOBE));
    const { difference } = await compare(adobe, 'image/webp', { width: 201, height: 135 });
    expect(difference).toBeLessThan(MAX_COLOR_DIFFERENCE);
  });
});
