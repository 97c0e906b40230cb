import sharp from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import { createNodeCodecs } from '../../../../src/client/node/node-codecs.ts';
import { resample } from '../../../../src/imaging/resample.ts';
import { inspectSource } from '../../../../src/imaging/source/inspect-source.ts';
import type { Pixels } from '../../../../src/shared/pixels.ts';
import { exifWith } from '../../imaging/fixtures/bytes.ts';
import { encodePng, exifSegment, insertSegments, pngChunk } from '../../imaging/fixtures/craft.ts';
import { codecs, encodeJpeg } from '../../imaging/fixtures/encoders.ts';
import { paint, storeTurned } from '../../imaging/fixtures/images.ts';

// Real codecs take seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

/** Coloured detail in all directions, with alpha from `alphaOf`. */
const paintRich = (
  width: number,
  height: number,
  alphaOf: (x: number) => number = () => 255,
): Pixels =>
  paint(width, height, (x, y) => [
    128 + 120 * Math.sin((x * x) / 900 + y / 7),
    (x * 3 + y * 5) % 256,
    128 + 120 * Math.cos(y / 5),
    alphaOf(x),
  ]);

/** In decibels. */
function peakSignalToNoise(one: Pixels, other: Pixels): number {
  const squares = one.data.reduce(
    (sum, value, at) => sum + (value - (other.data[at] ?? 0)) ** 2,
    0,
  );
  return 10 * Math.log10((255 * 255 * one.data.length) / squares);
}

async function encodeMaster(png: Uint8Array): Promise<Uint8Array> {
  const info = await inspectSource('image/png', png);
  const frames = [{ fit: 'cover', size: { width: 9, height: 7 } }] as const;
  return (await codecs.draw({ mimeType: 'image/png', file: png, info, frames })).encodeMaster(80);
}

describe('a source read in strips', () => {
  it('makes the upright image’s master in every orientation and strip height', async () => {
    for (const [width, height] of [
      [75, 53],
      [48, 33],
      [17, 64],
    ] as const) {
      for (const alphaOf of [() => 255, (x: number) => (x * 9) % 256]) {
        const upright = paintRich(width, height, alphaOf);
        const expected = await encodeMaster(encodePng(upright));
        for (const orientation of [2, 3, 4, 5, 6, 7, 8]) {
          const chunk = pngChunk('eXIf', exifWith(orientation));
          const file = encodePng(storeTurned(upright, orientation), [chunk]);
          const master = await encodeMaster(file);
          expect(master, `${width} × ${height}, ${orientation}`).toEqual(expected);
        }
      }
    }
  });

  it('draws frames like a Lanczos kernel over the whole image', async () => {
    const size = { width: 211, height: 158 };
    for (const alphaOf of [() => 255, (x: number) => 155 + (x % 100)]) {
      const source = paintRich(600, 450, alphaOf);
      const whole = { left: 0, top: 0, width: 600, height: 450 };
      const expected = resample(source, whole, size);
      const file = encodePng(source);
      const info = await inspectSource('image/png', file);
      const frames = [{ fit: 'contain', size }] as const;
      const drawing = await codecs.draw({ mimeType: 'image/png', file, info, frames });
      expect(peakSignalToNoise(drawing.takeFrame(0), expected)).toBeGreaterThan(38);
    }
  });

  it('decodes every kind of JPEG to the pixels of libjpeg-turbo', async () => {
    const { data, ...size } = paintRich(75, 53);
    const source = sharp(data, { raw: { ...size, channels: 4 } });
    for (const file of [
      source.clone().jpeg({ quality: 90 }),
      source.clone().jpeg({ quality: 90, progressive: true }),
      source.clone().jpeg({ quality: 90, chromaSubsampling: '4:4:4' }),
      source.clone().toColourspace('b-w').jpeg({ quality: 90 }),
    ]) {
      const bytes = new Uint8Array(await file.toBuffer());
      const expected = await sharp(bytes).toColourspace('srgb').ensureAlpha().raw().toBuffer();
      const { data: ours } = await codecs.decode('image/jpeg', bytes);
      expect(Buffer.from(ours).equals(expected)).toBe(true);
    }
  });

  it('takes less memory than its pixels, in any orientation', async () => {
    const [width, height] = [1600, 1200];
    const source = paint(width, height, (x, y) => [x >> 3, y >> 3, 90, 255]);
    const upright = await encodeJpeg(source, { progressive: false });
    const small = createNodeCodecs({ maxHeapBytes: width * height * 4 });
    for (const orientation of [1, 6]) {
      const file = insertSegments(upright, exifSegment(exifWith(orientation)));
      const info = await inspectSource('image/jpeg', file);
      const size = orientation === 1 ? { width: 400, height: 300 } : { width: 300, height: 400 };
      const frames = [{ fit: 'contain', size }] as const;
      const drawing = await small.draw({ mimeType: 'image/jpeg', file, info, frames });
      await expect(drawing.encodeMaster(80)).resolves.toBeInstanceOf(Uint8Array);
      expect(drawing.takeFrame(0)).toMatchObject(size);
    }
  });
});
