import sharp, { type Sharp } from 'sharp';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { CodecEngine } from '../../../../src/worker/imaging/codec-engine.ts';
import { deriveWith } from '../../../../src/worker/imaging/derive/derive-with.ts';
import type { Pixels } from '../../../../src/shared/pixels.ts';
import { createNodeEngine } from '../fixtures/node-engine.ts';
import { fromPixels, readPixels, takePhotograph } from '../fixtures/sharp-images.ts';
import { ssim } from '../fixtures/ssim.ts';

// Real codecs take seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const STORED = { width: 403, height: 301 };
const MIN_SSIM = 0.99;
const WIDTHS = [403, 250, 101];

const FORMS: readonly (readonly [string, (image: Sharp) => Sharp])[] = [
  ['colours of 8 bits', (image) => image.png()],
  ['colours of 16 bits', (image) => image.toColourspace('rgb16').png()],
  ['a palette', (image) => image.png({ palette: true })],
  ['two colours', (image) => image.toColourspace('b-w').threshold(128).png({ colours: 2 })],
  ['gray', (image) => image.toColourspace('b-w').png()],
  ['gray of 16 bits', (image) => image.toColourspace('grey16').png()],
  ['transparency', (image) => image.ensureAlpha(0.5).png()],
  ['gray with transparency', (image) => image.ensureAlpha(0.5).toColourspace('b-w').png()],
  ['interlaced rows', (image) => image.png({ progressive: true })],
];

let engine: CodecEngine;
let stored: Pixels;
beforeAll(async () => {
  engine = await createNodeEngine();
  stored = await readPixels(takePhotograph(STORED));
});

describe('a PNG at a smaller size', () => {
  it.each(FORMS)('is what sharp makes of it, with %s', async (_, write) => {
    const file = new Uint8Array(await write(fromPixels(stored).removeAlpha()).toBuffer());
    for (const width of WIDTHS) {
      const size = { width, height: Math.round((STORED.height * width) / STORED.width) };
      const plan = { mimeType: 'image/png', size, quality: 80 } as const;
      const made = await deriveWith(engine, file, plan);
      if (!made.ok) throw new Error(made.error);
      const expected = await readPixels(
        sharp(file)
          .toColourspace('srgb')
          .resize({ ...size, fit: 'fill' }),
      );
      const likeness = ssim(await readPixels(made.value.bytes), expected);
      expect(likeness, `${String(width)} px`).toBeGreaterThan(MIN_SSIM);
    }
  });
});
