import sharp, { type JpegOptions } from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import { deriveWith } from '../../../../src/worker/imaging/derive/derive-with.ts';
import type { Pixels, Size } from '../../../../src/shared/pixels.ts';
import { createNodeEngine } from '../fixtures/node-engine.ts';
import { fromPixels, readPixels, takePhotograph } from '../fixtures/sharp-images.ts';
import { ssim } from '../fixtures/ssim.ts';

// Real codecs take seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const STORED = { width: 803, height: 537 };
const MIN_SSIM = 0.99;
/** At each of the transform's scales, and in between. */
const SIZES: readonly Size[] = [
  STORED,
  { width: 667, height: 446 },
  { width: 401, height: 268 },
  { width: 267, height: 179 },
  { width: 200, height: 134 },
  { width: 100, height: 67 },
  { width: 60, height: 40 },
];

async function shrink(file: Uint8Array, { width, height }: Size): Promise<Pixels> {
  const plan = { mimeType: 'image/png', size: { width, height }, quality: 80 } as const;
  const made = await deriveWith(await createNodeEngine(), file, plan);
  if (!made.ok) throw new Error(made.error);
  return readPixels(made.value.bytes);
}

const shrinkBySharp = (file: Uint8Array, { width, height }: Size): Promise<Pixels> =>
  readPixels(sharp(file).toColourspace('srgb').resize(width, height, { fit: 'fill' }));

const FORMS: readonly (readonly [string, JpegOptions])[] = [
  ['4:2:0', { chromaSubsampling: '4:2:0' }],
  ['4:4:4', { chromaSubsampling: '4:4:4' }],
  ['progressive', { progressive: true }],
];

describe('a JPEG at a smaller size', () => {
  it.each(FORMS)('is what sharp makes of it, %s', async (_, options) => {
    const file = new Uint8Array(
      await takePhotograph(STORED)
        .jpeg({ quality: 92, ...options })
        .toBuffer(),
    );
    for (const size of SIZES) {
      const likeness = ssim(await shrink(file, size), await shrinkBySharp(file, size));
      expect(likeness, `${String(size.width)} × ${String(size.height)}`).toBeGreaterThan(MIN_SSIM);
    }
  });

  it('is what sharp makes of its pixels, of inks', async () => {
    const inks = takePhotograph(STORED).toColourspace('cmyk');
    const file = new Uint8Array(await inks.jpeg({ quality: 92 }).toBuffer());
    const whole = fromPixels(await shrink(file, STORED));
    for (const size of SIZES.slice(2)) {
      const expected = await readPixels(whole.clone().resize({ ...size, fit: 'fill' }));
      const likeness = ssim(await shrink(file, size), expected);
      expect(likeness, `${String(size.width)} × ${String(size.height)}`).toBeGreaterThan(MIN_SSIM);
    }
  });

  it('has the averages of its pixels at 1/2, 1/4 and 1/8', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 25 } as const;
    const create = { width: 128, height: 64, channels: 3, background: 'black', noise } as const;
    const gray = sharp({ create }).toColourspace('b-w');
    for (const quality of [20, 60, 95]) {
      const file = new Uint8Array(await gray.clone().jpeg({ quality }).toBuffer());
      const whole = await shrink(file, { width: 128, height: 64 });
      for (const divisor of [2, 4, 8]) {
        const small = await shrink(file, { width: 128 / divisor, height: 64 / divisor });
        expect(mostDifference(small, average(whole, divisor)), `1/${String(divisor)}`).toBeLessThan(
          2,
        );
      }
    }
  });
});

/** Of squares; gray. */
function average({ data, width, height }: Pixels, side: number): number[] {
  const columns = width / side;
  return Array.from({ length: (columns * height) / side }, (_, square) => {
    const [top, left] = [Math.floor(square / columns) * side, (square % columns) * side];
    let sum = 0;
    for (let at = 0; at < side * side; at += 1) {
      sum += data[((top + Math.floor(at / side)) * width + left + (at % side)) * 4] ?? 0;
    }
    return sum / side ** 2;
  });
}

function mostDifference({ data }: Pixels, expected: readonly number[]): number {
  return Math.max(...expected.map((value, at) => Math.abs(value - (data[at * 4] ?? 0))));
}
