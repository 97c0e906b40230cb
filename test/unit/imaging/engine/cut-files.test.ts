import sharp, { type Sharp } from 'sharp';
import { expect, it, vi } from 'vitest';
import { deriveWith } from '../../../../src/worker/imaging/derive/derive-with.ts';
import { createNodeEngine } from '../fixtures/node-engine.ts';
import { takePhotograph } from '../fixtures/sharp-images.ts';

// Thousands of files take long on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const STORED = { width: 53, height: 37 };
const SIZE = { width: 20, height: 14 };
const TYPES = ['image/jpeg', 'image/webp'] as const;
const STEP_BYTES = 7;
/** A PNG's checksum of its last data, and its end. A JPEG's end is shorter. */
const SPARE_BYTES = 16;

const FORMS: readonly (readonly [string, (image: Sharp) => Sharp])[] = [
  ['JPEG', (image) => image.jpeg()],
  ['progressive JPEG', (image) => image.jpeg({ progressive: true })],
  ['PNG', (image) => image.png()],
  ['interlaced PNG', (image) => image.png({ progressive: true })],
  ['PNG of 16 bits', (image) => image.toColourspace('rgb16').png()],
  ['WebP', (image) => image.webp()],
  ['transparent WebP', (image) => image.ensureAlpha(0.5).webp()],
  ['lossless WebP', (image) => image.webp({ lossless: true })],
];

it.each(FORMS)(
  'a %s that is cut anywhere is damaged, and changes no later image',
  async (_, write) => {
    const image = await takePhotograph(STORED).removeAlpha().png().toBuffer();
    const file = new Uint8Array(await write(sharp(image)).toBuffer());
    const engine = await createNodeEngine();
    const idleBytes = engine.budget.availableBytes;
    const derive = (bytes: Uint8Array, mimeType: (typeof TYPES)[number]) =>
      deriveWith(engine, bytes, { mimeType, size: SIZE, quality: 80 });
    for (const mimeType of TYPES) {
      const whole = await derive(file, mimeType);
      expect(whole).toHaveProperty('ok', true);
      for (let length = 0; length < file.length - SPARE_BYTES; length += STEP_BYTES) {
        const cut = await derive(file.subarray(0, length), mimeType);
        expect(cut, `${String(length)} bytes`).toEqual({ ok: false, error: 'undecodable' });
      }
      expect(engine.budget.availableBytes).toBe(idleBytes);
      expect(await derive(file, mimeType)).toEqual(whole);
    }
  },
);
