import { deflateSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { inspectSource } from '../../../../src/imaging/source/inspect-source.ts';
import { MetadataScanner } from '../../../../src/worker/imaging/scan/metadata-scanner.ts';
import { stripChunkMetadata } from '../../../../src/imaging/source/strip-png.ts';
import { normalizeAvif } from '../../../../src/imaging/source/normalize-avif.ts';
import { stripSegmentMetadata } from '../../../../src/imaging/source/normalize-jpeg.ts';
import type { Pixels } from '../../../../src/shared/pixels.ts';
import { ascii, concat, uint32 } from '../../imaging/fixtures/bytes.ts';
import {
  animateBeside,
  encodePng,
  iccpChunk,
  insertSegments,
  pngChunk,
  segment,
  strayBetweenSegments,
  writePng,
} from '../../imaging/fixtures/craft.ts';
import {
  addProperties,
  addTwin,
  clap,
  dropPixi,
  makeGrid,
  moveIntoMeta,
  openLastBox,
  splitAssociations,
  writeBox,
} from '../../imaging/fixtures/craft-avif.ts';
import { codecs, encodeAvif, encodeDeepAvif, encodeJpeg } from '../../imaging/fixtures/encoders.ts';
import {
  BLUE,
  type Color,
  distance,
  GREEN,
  paint,
  paintQuadrants,
  quadrantColors,
  RED,
  WHITE,
} from '../../imaging/fixtures/images.ts';
import { joinReversed } from '../../imaging/fixtures/reverse-tiles.ts';
import { createNodeEngine } from '../../imaging/fixtures/node-engine.ts';
import { deriveWith } from '../../../../src/worker/imaging/derive/derive-with.ts';
import { decodePart, prepareSmall } from './fixtures/prepare.ts';

// Real codecs take seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const PICTURE = paintQuadrants(48, 32);
const RAW = new Uint8Array(PICTURE.data.buffer);

const expectQuadrants = async (
  file: Uint8Array,
  expected: readonly Color[] = [RED, GREEN, BLUE, WHITE],
): Promise<void> => {
  const colors = quadrantColors(await decodePart(await prepareSmall(file), 'master'));
  for (const [index, color] of expected.entries()) {
    expect(distance(colors[index] ?? [0, 0, 0, 0], color)).toBeLessThan(24);
  }
};

const scanned = (file: Uint8Array): Uint8Array => {
  const scanner = new MetadataScanner('image/png');
  scanner.push(file);
  return scanner.finish();
};

const halve = ({ width, height, data }: Pixels): Pixels =>
  paint(width, height, (x, y) => {
    const [red = 0, green = 0, blue = 0] = data.subarray((y * width + x) * 4);
    return [red, green, blue, 128];
  });

describe('an AVIF', () => {
  it('without its pixi box is accepted', async () => {
    await expectQuadrants(dropPixi(await encodeAvif(PICTURE)));
  });

  it('without its pixi box, whose last box has no size, is accepted', async () => {
    await expectQuadrants(openLastBox(dropPixi(await encodeAvif(PICTURE))));
  });

  it('without the pixi boxes of image and alpha is accepted', async () => {
    const half = ([red, green, blue]: Color): Color => [red, green, blue, 128];
    const file = dropPixi(await encodeAvif(halve(PICTURE)));
    await expectQuadrants(file, [RED, GREEN, BLUE, WHITE].map(half));
  });

  it('that is a grid without pixi boxes is accepted with the configuration of its cells', async () => {
    // The shortest sides of a grid's cell.
    await expectQuadrants(makeGrid(await encodeAvif(paintQuadrants(64, 64)), 64, 64));
  });

  it('that is a grid has its tiles in the order of its references, in Worker and client', async () => {
    const size = { width: 64, height: 64 };
    const tile = (color: Color) => encodeAvif(paint(size.width, size.height, () => color));
    const file = joinReversed(await tile(RED), await tile(BLUE), size);
    await expectQuadrants(file, [RED, BLUE, RED, BLUE]);
    const derived = await deriveWith(await createNodeEngine(), file, {
      mimeType: 'image/png',
      size: { width: 128, height: 64 },
      quality: 100,
    });
    if (!derived.ok) throw new Error(derived.error);
    await expectQuadrants(derived.value.bytes, [RED, BLUE, RED, BLUE]);
  });

  it.each([
    ['a few zeros', new Uint8Array(5)],
    ['many zeros', new Uint8Array(500)],
    ['text', ascii('written by a camera, with care')],
    ['a box that is cut short', concat(uint32(1000), ascii('free'))],
  ])('with %s after its end is accepted', async (_, trailing) => {
    const file = await encodeAvif(PICTURE);
    await expectQuadrants(concat(file, trailing));
    await expectQuadrants(concat(dropPixi(file), trailing));
    await expectQuadrants(concat(moveIntoMeta(file), trailing));
  });

  it('with its associations in several boxes is accepted', async () => {
    const half = ([red, green, blue]: Color): Color => [red, green, blue, 128];
    const file = splitAssociations(await encodeAvif(halve(PICTURE)));
    await expectQuadrants(file, [RED, GREEN, BLUE, WHITE].map(half));
  });

  it('whose description has no size of its own is accepted', async () => {
    await expectQuadrants(openLastBox(moveIntoMeta(await encodeAvif(PICTURE))));
  });

  it('whose other items share the data of its image is accepted', async () => {
    const noisy = paint(96, 64, (x, y) => [(x * 97) % 251, (y * 89) % 241, (x * y) % 239, 255]);
    const file = addTwin(await encodeAvif(noisy));
    expect(() => normalizeAvif(file)).not.toThrow();
    await expectQuadrants(addTwin(await encodeAvif(PICTURE)));
  });

  it.each([
    [10, 1],
    [10, 2],
    [12, 1],
    [12, 2],
    [12, 3],
  ] as const)('of %i bits a channel and subsampling %i keeps its colours', async (bits, chroma) => {
    await expectQuadrants(await encodeDeepAvif(paintQuadrants(48, 33), bits, chroma));
  });

  it('beside a sequence that no decoder reads is accepted as the still', async () => {
    const still = await encodeAvif(PICTURE);
    const file = concat(still, writeBox('moov', writeBox('trak', ascii('a sound track'))));
    for (const at of [8, 16]) file.set(ascii('avis'), at);
    const { ok } = await deriveWith(await createNodeEngine(), file, {
      mimeType: 'image/webp',
      size: PICTURE,
      quality: 80,
    });
    expect(ok).toBe(true);
  });

  it('is cropped to an aperture that begins at its first pixel', async () => {
    const file = addProperties(await encodeAvif(PICTURE), clap(15, 13, -33, -19));
    const { source } = await prepareSmall(file);
    expect(source).toMatchObject({ width: 15, height: 13 });
    const colors = quadrantColors(await decodePart(await prepareSmall(file), 'master'));
    for (const color of colors) expect(distance(color, RED)).toBeLessThan(24);
  });

  it.each([
    ['that begins elsewhere', clap(16, 16, 0, 0)],
    ['at a fraction of a pixel', clap(15, 16, 0, 0)],
    ['beyond the image', clap(40, 16, 40, 0)],
    ['of nothing', clap(0, 16, -48, -16)],
  ])('is shown whole, as in Chromium, for an aperture %s', async (_, aperture) => {
    const file = addProperties(await encodeAvif(PICTURE), aperture);
    expect((await prepareSmall(file)).source).toMatchObject({ width: 48, height: 32 });
    await expectQuadrants(file);
  });

  it('that is complete stays unchanged', async () => {
    const file = await encodeAvif(PICTURE);
    expect(normalizeAvif(file)).toEqual(file);
  });

  it('whose image data are cut short is refused', async () => {
    const file = await encodeAvif(PICTURE);
    for (const sound of [file, dropPixi(file)]) {
      await expect(prepareSmall(sound.subarray(0, -10))).rejects.toMatchObject({
        code: 'malformed',
      });
    }
  });
});

describe.each([
  ['baseline', { progressive: false }],
  ['progressive', { progressive: true }],
])('a %s JPEG', (_, options) => {
  it('with stray bytes between its segments is accepted', async () => {
    const file = await encodeJpeg(PICTURE, options);
    await expectQuadrants(strayBetweenSegments(file, new Uint8Array(3)));
    await expectQuadrants(strayBetweenSegments(file, ascii('stray')));
    await expectQuadrants(strayBetweenSegments(file, Uint8Array.of(1, 0xff, 0, 0xff, 0xff)));
  });

  it('without its end marker is accepted', async () => {
    const file = await encodeJpeg(PICTURE, options);
    await expectQuadrants(file.subarray(0, -2));
    await expectQuadrants(file.subarray(0, -1));
  });

  it('with data after its end is accepted', async () => {
    await expectQuadrants(concat(await encodeJpeg(PICTURE, options), ascii('trailer'), RAW));
  });
});

it('a JPEG with a truncated JFIF segment gets no stray bytes into it', async () => {
  const file = await encodeJpeg(PICTURE);
  const withoutJfif = concat(file.subarray(0, 2), file.subarray(20));
  const short = insertSegments(withoutJfif, segment(0xe0, ascii('JFIF\0')));
  expect(stripSegmentMetadata(short)).toEqual(short);
  await expectQuadrants(short);
});

describe('a PNG', () => {
  it('that ends anywhere after its image data is accepted', async () => {
    const file = encodePng(PICTURE);
    // IEND and the checksum of the data before it.
    for (let missing = 1; missing <= 16; missing += 1) {
      await expectQuadrants(file.subarray(0, file.length - missing));
    }
  });

  it('that ends within a chunk after its image data is accepted', async () => {
    const file = encodePng(PICTURE).subarray(0, -12);
    const text = pngChunk('tEXt', ascii('Comment\0cut short'));
    await expectQuadrants(concat(file, text.subarray(0, 14)));
  });

  it.each([
    ['cICP', 1],
    ['gAMA', 3],
    ['cHRM', 8],
    ['acTL', 2],
    ['eXIf', 3],
    ['iCCP', 2],
  ])('with a %s chunk of only %i bytes is accepted without that chunk', async (type, length) => {
    const chunk = pngChunk(type, new Uint8Array(length).fill(9));
    await expectQuadrants(encodePng(PICTURE, [chunk]));
  });

  it('ignores repeated chunks, and those after its image data', async () => {
    const gray = writePng({
      width: 2,
      height: 1,
      bitDepth: 8,
      colorType: 0,
      rows: [Uint8Array.of(7, 9)],
    });
    const transparent = pngChunk('tRNS', Uint8Array.of(0, 7));
    const profile = iccpChunk(new Uint8Array(200));
    const head = gray.subarray(0, 33);
    const rest = gray.subarray(33, -12);
    const end = gray.subarray(-12);
    const file = concat(head, transparent, transparent, rest, profile, transparent, end);
    const { color } = await inspectSource('image/png', file);
    expect(color).toEqual({ kind: 'srgb' });
    const { data } = await codecs.decode('image/png', file);
    expect([data[3], data[7]]).toEqual([0, 255]);
  });

  it.each([0, 2 ** 31])('with %i frames is no animation', async (frames) => {
    await expectQuadrants(
      animateBeside(
        PICTURE,
        paint(48, 32, () => RED),
        frames,
      ),
    );
  });

  it('whose animation leaves its image out is drawn as its first frame, in Worker and client', async () => {
    const blank = paint(48, 32, () => [0, 0, 0, 255]);
    await expectQuadrants(animateBeside(blank, PICTURE, 1));
    const file = animateBeside(blank, PICTURE);
    for (const source of [file, scanned(file)]) {
      expect(await inspectSource('image/png', source)).toMatchObject({ obstacle: null });
    }
    const derived = await deriveWith(await createNodeEngine(), file, {
      mimeType: 'image/png',
      size: { width: 48, height: 32 },
      quality: 100,
    });
    if (!derived.ok) throw new Error(derived.error);
    await expectQuadrants(derived.value.bytes);
  });

  it('whose first frame is smaller than the left out image is refused, also by its head', async () => {
    const file = animateBeside(
      paint(60, 32, () => RED),
      PICTURE,
      2,
      12,
    );
    for (const source of [file, scanned(file)]) {
      expect(await inspectSource('image/png', source)).toMatchObject({
        obstacle: 'The first frame of the animation is smaller than the image',
      });
    }
    expect(() => stripChunkMetadata(file)).toThrow(RangeError);
  });

  it('with image data in many chunks is accepted, and refused when one is missing', async () => {
    const whole = encodePng(PICTURE);
    const start = Buffer.from(whole).indexOf('IDAT') - 4;
    const rows = Array.from({ length: PICTURE.height }, (_, y) =>
      concat(Uint8Array.of(0), RAW.subarray(y * 192, (y + 1) * 192)),
    );
    const data = new Uint8Array(deflateSync(concat(...rows)));
    const half = data.length >> 1;
    const chunks = [data.subarray(0, half), data.subarray(half)].map((part) =>
      pngChunk('IDAT', part),
    );
    const [first = data, second = data] = chunks;
    await expectQuadrants(concat(whole.subarray(0, start), first, second));
    await expect(prepareSmall(concat(whole.subarray(0, start), first))).rejects.toMatchObject({
      code: 'malformed',
    });
  });
});
