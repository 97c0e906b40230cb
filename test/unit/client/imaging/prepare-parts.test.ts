import { createHash } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { prepareParts, type PreparedImage } from '../../../../src/client/imaging/prepare-parts.ts';
import type { Codecs } from '../../../../src/client/imaging/codecs/codecs.ts';
import type { PrepareProgress } from '../../../../src/client/imaging/progress.ts';
import { describeUpload } from '../../../../src/client/upload-in-parts.ts';
import { inspectWebp } from '../../../../src/imaging/webp/walker.ts';
import { containSize } from '../../../../src/shared/recipe-geometry.ts';
import { concat, contains, exifWith, uint16, uint32 } from '../../imaging/fixtures/bytes.ts';
import {
  encodePng,
  exifSegment,
  insertSegments,
  pngChunk,
  writePng,
  xmpSegment,
} from '../../imaging/fixtures/craft.ts';
import { craftExif } from '../../imaging/fixtures/craft-exif.ts';
import { addProperties, writeBox } from '../../imaging/fixtures/craft-avif.ts';
import { codecs, encodeAvif, encodeJpeg } from '../../imaging/fixtures/encoders.ts';
import {
  type Color,
  colorAt,
  distance,
  GREEN,
  paint,
  paintQuadrants,
  quadrantColors,
  RED,
  WHITE,
} from '../../imaging/fixtures/images.ts';
import { decodePart, partOf, prepare, prepareSmall } from './fixtures/prepare.ts';
import { RECIPE } from './fixtures/recipe.ts';

// Real codecs take seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const GRAY: Color = [128, 128, 128, 255];

async function expectColor(image: PreparedImage, expected: Color, tolerance = 4): Promise<void> {
  for (const { kind } of image.parts) {
    const pixels = await decodePart(image, kind);
    const middle = colorAt(pixels, pixels.width >> 1, pixels.height >> 1);
    expect(distance(middle, expected), kind).toBeLessThanOrEqual(tolerance);
  }
}

describe('the facts of a photograph', () => {
  it('are described without the place unless that is asked for, and stand in no part', async () => {
    const gps = { 1: 'N', 2: [48, 1, 30, 1, 0, 1], 3: 'E', 4: [2, 1, 0, 1, 0, 1] };
    const block = craftExif({ 0x0110: 'GR III' }, { 0x9003: '2026:07:14 21:05:09' }, false, gps);
    const plain = await encodeJpeg(paint(16, 16, () => RED));
    const image = await prepareSmall(insertSegments(plain, exifSegment(block)));
    const choice = { filename: 'a.jpg', visibility: 'private' } as const;
    const taken = { taken_at: '2026-07-14T21:05:09', camera: { name: 'GR III' } };
    const location = { latitude: 48.5, longitude: 2 };
    expect(describeUpload(image, choice).taken).toEqual(taken);
    const placed = describeUpload(image, { ...choice, withLocation: true });
    expect(placed.taken).toEqual({ ...taken, location });
    for (const { bytes } of image.parts) expect(contains(bytes, 'GR III')).toBe(false);
    expect(describeUpload(await prepareSmall(plain), choice)).not.toHaveProperty('taken');
  });
});

describe('every part', () => {
  it('is a valid still WebP of the size, length and hash in its manifest', async () => {
    const jpeg = await encodeJpeg(paintQuadrants(501, 301));
    const image = await prepare(jpeg);
    expect(image.source).toEqual({
      mime_type: 'image/jpeg',
      width: 501,
      height: 301,
      animated: false,
    });
    expect(image.parts.map(({ kind, quality }) => [kind, quality])).toEqual([
      ['master', 80],
      ['gallery', 60],
      ['admin', 60],
      ['publish_source', 80],
    ]);
    for (const { bytes, size, sha256, width, height, mime_type: mimeType } of image.parts) {
      expect(inspectWebp(bytes)).toMatchObject({ ok: true, value: { width, height } });
      expect(size).toBe(bytes.length);
      expect(sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
      expect(mimeType).toBe('image/webp');
    }
  });

  it('has no EXIF or XMP of the source', async () => {
    const file = insertSegments(
      await encodeJpeg(paintQuadrants(64, 64)),
      exifSegment(concat(exifWith(1), new TextEncoder().encode('secret place'))),
      xmpSegment(),
    );
    for (const { bytes } of (await prepare(file)).parts) {
      for (const trace of ['EXIF', 'Exif', 'XMP ', 'xmpmeta', 'secret place']) {
        expect(contains(bytes, trace)).toBe(false);
      }
    }
  });

  it('is deterministic', async () => {
    const file = encodePng(paintQuadrants(300, 200));
    const [first, second] = [await prepare(file), await prepare(file)];
    expect(second).toEqual(first);
  });

  it('is encoded once for two equal images of the same quality', async () => {
    const sizes: number[] = [];
    const counting: Codecs = {
      ...codecs,
      draw: async (request) => {
        const drawing = await codecs.draw(request);
        return {
          ...drawing,
          encodeMaster: (quality) => {
            sizes.push(300);
            return drawing.encodeMaster(quality);
          },
          encodeFrame: (index, quality) => {
            sizes.push(request.frames[index]?.size.width ?? 0);
            return drawing.encodeFrame(index, quality);
          },
        };
      },
    };
    const image = await prepareParts(encodePng(paintQuadrants(300, 200)), RECIPE, counting);
    expect(sizes.toSorted((a, b) => a - b)).toEqual([120, 300, 400]);
    expect(partOf(image, 'publish_source').sha256).toBe(partOf(image, 'master').sha256);
  });

  it('follows the recipe that the server sends', async () => {
    const variants = [
      { kind: 'publish_source', quality: 10, fit: 'contain', long_edge: 50 },
      { kind: 'master', quality: 20, fit: 'original' },
      { kind: 'gallery', quality: 30, fit: 'cover', width: 7, height: 9 },
      { kind: 'admin', quality: 40, fit: 'cover', width: 9, height: 7 },
    ] as const;
    const image = await prepareParts(
      encodePng(paintQuadrants(100, 80)),
      { ...RECIPE, variants },
      codecs,
    );
    expect(image.parts.map(({ width, height, quality }) => [width, height, quality])).toEqual([
      [100, 80, 20],
      [7, 9, 30],
      [9, 7, 40],
      [50, 40, 10],
    ]);
  });
});

describe('geometry', () => {
  it.each([
    [1, 1],
    [1, 5000],
    [16_383, 1],
    [2049, 3],
    [399, 401],
    [2300, 401],
  ])('of a source of %i × %i pixels is the recipe’s', async (width, height) => {
    const image = await prepare(encodePng(paint(width, height, () => GREEN)));
    const sizeOf = ({ width, height }: { width: number; height: number }) => ({ width, height });
    expect(sizeOf(partOf(image, 'master'))).toEqual({ width, height });
    expect(sizeOf(partOf(image, 'gallery'))).toEqual({ width: 400, height: 400 });
    expect(sizeOf(partOf(image, 'admin'))).toEqual({ width: 120, height: 160 });
    expect(sizeOf(partOf(image, 'publish_source'))).toEqual(containSize(width, height, 2048));
    for (const { bytes, ...part } of image.parts) {
      expect(inspectWebp(bytes)).toMatchObject({ ok: true, value: sizeOf(part) });
    }
    await expectColor(image, GREEN, 8);
  });

  it('of a cover crop is the middle of the source', async () => {
    const image = await prepare(
      encodePng(paint(900, 300, (x) => (x >= 300 && x < 600 ? WHITE : RED))),
    );
    const gallery = await decodePart(image, 'gallery');
    for (const x of [12, 200, 387]) {
      expect(distance(colorAt(gallery, x, 200), WHITE)).toBeLessThan(12);
    }
  });

  it('of an AVIF is that of its clean aperture', async () => {
    const clap = [48, 1, 32, 1, -24, 1, -16, 1].map((value) => uint32(value >>> 0));
    const file = addProperties(
      await encodeAvif(paintQuadrants(96, 64)),
      writeBox('clap', concat(...clap)),
    );
    const image = await prepare(file);
    expect(image.source).toMatchObject({ width: 48, height: 32 });
    await expectColor(image, RED, 12);
  });
});

describe('kinds of pixels', () => {
  const rows = (row: Uint8Array): Uint8Array[] => Array.from({ length: 32 }, () => row);

  it('gray JPEG', async () => {
    const GRAYSCALE = 1;
    const jpeg = await encodeJpeg(
      paint(32, 32, () => GRAY),
      { color_space: GRAYSCALE },
    );
    await expectColor(await prepareSmall(jpeg), GRAY);
  });

  it.each([
    ['gray of 1 bit', 1, 0, Uint8Array.of(0xff, 0xff, 0xff, 0xff), [255, 255, 255, 255]],
    ['gray of 8 bits', 8, 0, new Uint8Array(32).fill(128), GRAY],
    ['gray of 16 bits', 16, 0, new Uint8Array(64).fill(128), GRAY],
    ['gray and alpha', 8, 4, new Uint8Array(64).fill(128), [128, 128, 128, 128]],
    ['RGB of 16 bits', 16, 2, new Uint8Array(192).fill(128), GRAY],
    ['RGB and alpha of 16 bits', 16, 6, new Uint8Array(256).fill(128), [128, 128, 128, 128]],
  ] as const)('PNG in %s', async (_, bitDepth, colorType, row, expected) => {
    const file = writePng({ width: 32, height: 32, bitDepth, colorType, rows: rows(row) });
    await expectColor(await prepareSmall(file), expected);
  });

  it('PNG of 16 bits, whose low bytes are not mistaken for pixels', async () => {
    const row = concat(...Array.from({ length: 32 }, () => uint16(0x80_ff)));
    const file = writePng({ width: 32, height: 32, bitDepth: 16, colorType: 0, rows: rows(row) });
    await expectColor(await prepareSmall(file), GRAY, 5);
  });

  it('PNG with a palette that has transparent colours', async () => {
    const palette = Uint8Array.from([RED, GREEN].flatMap((color) => color.slice(0, 3)));
    const chunks = [pngChunk('PLTE', palette), pngChunk('tRNS', Uint8Array.of(0, 255))];
    // The left half shows index 0, the right half index 1.
    const row = Uint8Array.of(0, 0, 0xff, 0xff);
    const parts = { width: 32, height: 32, bitDepth: 1, colorType: 3, rows: rows(row), chunks };
    const master = await decodePart(await prepareSmall(writePng(parts)), 'master');
    expect(colorAt(master, 4, 16)[3]).toBe(0);
    expect(distance(colorAt(master, 28, 16), GREEN)).toBeLessThan(10);
  });

  it('alpha leaves no halo of the colour that transparent pixels hide', async () => {
    const hiddenRed: Color = [255, 0, 0, 0];
    const image = await prepare(
      encodePng(paint(900, 900, (x, y) => ((x >> 5) + (y >> 5) === 28 ? hiddenRed : GREEN))),
    );
    for (const kind of ['gallery', 'admin'] as const) {
      const pixels = await decodePart(image, kind);
      let [halfTransparent, reddish] = [0, 0];
      for (let y = 0; y < pixels.height; y += 1) {
        for (let x = 0; x < pixels.width; x += 1) {
          const [red, green, , alpha] = colorAt(pixels, x, y);
          if (alpha < 64) continue;
          if (alpha < 192) halfTransparent += 1;
          if (red >= green) reddish += 1;
        }
      }
      expect(reddish).toBe(0);
      expect(halfTransparent).toBeGreaterThan(0);
    }
  });

  it('quadrants keep their places when they are enlarged', async () => {
    const gallery = await decodePart(await prepare(encodePng(paintQuadrants(2, 2))), 'gallery');
    const [topLeft = GRAY, topRight = GRAY] = quadrantColors(gallery);
    expect(distance(topLeft, RED)).toBeLessThan(40);
    expect(distance(topRight, GREEN)).toBeLessThan(40);
  });
});

describe('progress', () => {
  it('rises from 0 to 1 and names every stage of every part', async () => {
    const events: PrepareProgress[] = [];
    await prepareParts(encodePng(paintQuadrants(800, 600)), RECIPE, codecs, {
      onProgress: (event) => events.push(event),
    });
    const fractions = events.map(({ fraction }) => fraction);
    expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
    expect([fractions[0], fractions.at(-1)]).toEqual([0, 1]);
    expect(events[0]?.stage).toBe('draw');
    for (const { kind } of RECIPE.variants) {
      const stages = events.filter((event) => event.kind === kind).map(({ stage }) => stage);
      expect(stages).toEqual(['encode', 'hash']);
    }
  });
});

describe('a signal', () => {
  const file = encodePng(paintQuadrants(800, 600));

  it('that is already aborted prevents every request', async () => {
    const reason = new Error('changed my mind');
    const signal = AbortSignal.abort(reason);
    const events: PrepareProgress[] = [];
    const onProgress = (event: PrepareProgress): number => events.push(event);
    await expect(prepareParts(file, RECIPE, codecs, { signal, onProgress })).rejects.toBe(reason);
    expect(events).toEqual([]);
  });

  it.each(['draw', 'encode'] as const)(
    'that is aborted in the stage %s stops the work before the next stage',
    async (last) => {
      const controller = new AbortController();
      const reason = new Error('changed my mind');
      const stages: string[] = [];
      const prepared = prepareParts(file, RECIPE, codecs, {
        signal: controller.signal,
        onProgress: ({ stage }) => {
          stages.push(stage);
          if (stage === last) controller.abort(reason);
        },
      });
      await expect(prepared).rejects.toBe(reason);
      expect(stages.at(-1)).toBe(last);
    },
  );
});
