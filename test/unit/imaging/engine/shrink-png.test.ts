import { deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { CodecEngine } from '../../../../src/worker/imaging/codec-engine.ts';
import { deriveWith } from '../../../../src/worker/imaging/derive/derive-with.ts';
import type { Pixels } from '../../../../src/shared/pixels.ts';
import { concat, uint32 } from '../fixtures/bytes.ts';
import { pngChunk } from '../fixtures/craft.ts';
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
      for (const mimeType of ['image/png', 'image/jpeg'] as const) {
        const made = await deriveWith(engine, file, { mimeType, size, quality: 100 });
        if (!made.ok) throw new Error(made.error);
        const expected = await readPixels(
          sharp(file)
            .toColourspace('srgb')
            .resize({ ...size, fit: 'fill' })
            .flatten(mimeType === 'image/jpeg' ? { background: '#fff' } : false),
        );
        const likeness = ssim(await readPixels(made.value.bytes), expected);
        expect(likeness, `${mimeType} of ${String(width)} px`).toBeGreaterThan(MIN_SSIM);
      }
    }
  });

  it('keeps the colour of its last column and row', async () => {
    const color = [200, 40, 90];
    for (const [width, height] of [
      [1, 1],
      [2, 1],
      [17, 3],
      [31, 2],
    ] as const) {
      const size = { width, height };
      const file = await sharp({ create: { ...size, channels: 3, background: 'rgb(200 40 90)' } })
        .png()
        .toBuffer();
      const plan = { mimeType: 'image/jpeg', size, quality: 100 } as const;
      const made = await deriveWith(engine, new Uint8Array(file), plan);
      if (!made.ok) throw new Error(made.error);
      const { data } = await sharp(made.value.bytes).raw().toBuffer({ resolveWithObject: true });
      const differences = [...data].map((value, at) => Math.abs(value - (color[at % 3] ?? 0)));
      expect(Math.max(...differences), `${String(width)} x ${String(height)}`).toBeLessThan(4);
    }
  });

  it.each(['sub', 'up', 'average', 'paeth'])('has its rows, filtered by %s', async (filter) => {
    for (const channels of [1, 3, 4] as const) {
      for (const width of [1, 2, 3, 16, 403]) {
        const size = { width, height: 3 };
        const data = Uint8Array.from(
          { length: width * 3 * channels },
          (_, at) => (at * at * 7) % 256,
        );
        const file = writeFiltered(size, channels, data, FILTERS.indexOf(filter));
        const made = await deriveWith(engine, file, { mimeType: 'image/png', size, quality: 80 });
        if (!made.ok) throw new Error(made.error);
        const expected = await readPixels(sharp(data, { raw: { ...size, channels } }));
        expect((await readPixels(made.value.bytes)).data).toEqual(expected.data);
      }
    }
  });
});

const FILTERS = ['none', 'sub', 'up', 'average', 'paeth'];
const COLOR_TYPES = { 1: 0, 3: 2, 4: 6 } as const;

/** PNG third edition, 9.2. */
function writeFiltered(
  { width, height }: { readonly width: number; readonly height: number },
  channels: keyof typeof COLOR_TYPES,
  data: Uint8Array,
  filter: number,
): Uint8Array {
  const bytes = width * channels;
  const sample = (x: number, y: number): number =>
    x < 0 || y < 0 ? 0 : (data[y * bytes + x] ?? 0);
  const predict = (x: number, y: number): number => {
    const [left, above] = [sample(x - channels, y), sample(x, y - 1)];
    const corner = sample(x - channels, y - 1);
    const nearest = [left, above, corner].toSorted(
      (a, b) => Math.abs(left + above - corner - a) - Math.abs(left + above - corner - b),
    );
    return [0, left, above, (left + above) >> 1, nearest[0] ?? 0][filter] ?? 0;
  };
  const rows = Array.from({ length: height }, (_, y) => [
    filter,
    ...Array.from({ length: bytes }, (__, x) => (sample(x, y) - predict(x, y)) & 0xff),
  ]);
  const header = concat(
    uint32(width),
    uint32(height),
    Uint8Array.of(8, COLOR_TYPES[channels], 0, 0, 0),
  );
  return concat(
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Uint8Array.from(rows.flat()))),
    pngChunk('IEND', new Uint8Array()),
  );
}
