import { deflateSync } from 'node:zlib';
import { GifWriter } from 'omggif';
import { describe, expect, it, vi } from 'vitest';
import { parseIccProfile } from '../../../../src/imaging/color/icc-reader.ts';
import { decodeGif } from '../../../../src/imaging/decoders/decode-gif.ts';
import { deriveWith } from '../../../../src/worker/imaging/derive/derive-with.ts';
import { inspectImage } from '../../../../src/worker/imaging/derive/inspect-image.ts';
import { MAX_FRAMES } from '../../../../src/imaging/source/av1-frames.ts';
import { MAX_BOXES } from '../../../../src/imaging/source/bmff-boxes.ts';
import { inspectSource } from '../../../../src/imaging/source/inspect-source.ts';
import { MAX_SEGMENTS } from '../../../../src/imaging/source/jpeg-segments.ts';
import { normalizeAvif } from '../../../../src/imaging/source/normalize-avif.ts';
import { stripSegmentMetadata } from '../../../../src/imaging/source/normalize-jpeg.ts';
import { stripChunkMetadata } from '../../../../src/imaging/source/strip-png.ts';
import { readFirstFrame } from '../../../../src/worker/imaging/derive/first-frame.ts';
import { JPEG_LIMITS } from '../../../../src/imaging/work-limits.ts';
import { type Chunk, chunk, vp8, vp8l, vp8x, webp } from '../../../support/webp-files.ts';
import { ascii, concat, uint16, uint32 } from '../fixtures/bytes.ts';
import {
  encodePng,
  iccpChunk,
  insertSegments,
  jpegHeaders,
  mapScans,
  pngChunk,
  segment,
} from '../fixtures/craft.ts';
import { repeatFrames, writeBox } from '../fixtures/craft-avif.ts';
import { encodeAvif, encodeJpeg } from '../fixtures/encoders.ts';
import { createNodeEngine } from '../fixtures/node-engine.ts';
import { paintQuadrants } from '../fixtures/images.ts';

// Real codecs take seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const MANY = 5000;
/** Enough for a file of few pieces. */
const MAX_VIEWS = 100;
const PICTURE = paintQuadrants(48, 32);
const PLAN = { mimeType: 'image/webp', size: { width: 24, height: 16 }, quality: 80 } as const;
const PLACES = ['beside', 'inside', 'pieces'] as const;

/** Counts `subarray` calls, the cost of a file of many pieces. */
async function countViews(work: () => unknown): Promise<number> {
  const views = vi.spyOn(Object.getPrototypeOf(Uint8Array.prototype), 'subarray');
  try {
    await work();
    return views.mock.calls.length;
  } finally {
    views.mockRestore();
  }
}

const repeat = <Piece>(count: number, make: (index: number) => Piece): Piece[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** A type of four letters, different for each index. */
const typeOf = (index: number): string =>
  String.fromCharCode(...[676, 26, 1].map((unit) => 97 + (Math.floor(index / unit) % 26)), 0x7a);

/** The same image in sub-blocks of one byte each. */
function splitSubBlocks(gif: Uint8Array, dataStart: number): Uint8Array {
  const split: number[] = [];
  for (let at = dataStart; (gif[at] ?? 0) > 0; at += 1 + (gif[at] ?? 0)) {
    for (const byte of gif.subarray(at + 1, at + 1 + (gif[at] ?? 0))) split.push(1, byte);
  }
  return concat(gif.subarray(0, dataStart), Uint8Array.from([...split, 0, 0x3b]));
}

const frame = (width: number, height: number, ...image: readonly Chunk[]): Chunk => {
  const head = Buffer.alloc(16);
  head.writeUIntLE(width - 1, 6, 3);
  head.writeUIntLE(height - 1, 9, 3);
  return chunk('ANMF', concat(head, webp(image).subarray(12)));
};

describe('a file of many pieces needs few views of its bytes:', () => {
  it.each([
    ['unknown types', (index: number) => pngChunk(typeOf(index), new Uint8Array()), 0],
    ['image data', () => pngChunk('IDAT', new Uint8Array()), MANY],
  ])('a PNG with chunks of %s', async (_, make, kept) => {
    const plain = encodePng(PICTURE);
    const file = encodePng(PICTURE, repeat(MANY, make));
    const headEnd = 33;
    const expected = [plain.subarray(0, headEnd), ...repeat(kept, make), plain.subarray(headEnd)];
    expect(stripChunkMetadata(file)).toEqual(concat(...expected));
    expect(await countViews(() => inspectImage(file))).toBeLessThan(MAX_VIEWS);
    expect(await countViews(() => stripChunkMetadata(file))).toBeLessThan(MAX_VIEWS);
  });

  it('a WebP with chunks of unknown types', async () => {
    const unknown = repeat(MANY, (index) => chunk(typeOf(index), ''));
    const file = Uint8Array.from(webp([vp8x(0, 8, 8), ...unknown, vp8(8, 8)]));
    expect(await countViews(() => inspectImage(file))).toBeLessThan(MAX_VIEWS);
  });

  it('a WebP frame with many planes and images', async () => {
    const pieces = [...repeat(MANY, () => chunk('ALPH', 'ab')), ...repeat(MANY, () => vp8(8, 8))];
    const file = Uint8Array.from(webp([vp8x(2, 8, 8), frame(8, 8, ...pieces)]));
    expect(await countViews(() => readFirstFrame(file))).toBeLessThan(MAX_VIEWS);
    const plain = webp([vp8x(2, 8, 8), frame(8, 8, chunk('ALPH', 'ab'), vp8(8, 8))]);
    expect(readFirstFrame(file)).toEqual(readFirstFrame(plain));
  });

  it('a GIF in sub-blocks of one byte', async () => {
    const side = 128;
    const whole = new Uint8Array(2 * side * side);
    const writer = new GifWriter(whole, side, side);
    const indices = repeat(side * side, (index) => (Math.imul(index, 0x9e_37_79_b1) >>> 24) & 1);
    writer.addFrame(0, 0, side, side, indices, { palette: [0, 0xff_ff_ff] });
    const gif = whole.slice(0, writer.end());
    const file = splitSubBlocks(gif, gif.indexOf(0x2c) + 10 + 6 + 1);
    expect(file.length).toBeGreaterThan(1.5 * gif.length);
    expect(decodeGif(file)).toEqual(decodeGif(gif));
    expect(await countViews(() => decodeGif(file))).toBeLessThan(MAX_VIEWS);
    expect(() => decodeGif(file.subarray(0, -100))).toThrow(RangeError);
  });
});

describe('a JPEG', () => {
  it('may have as many segments as the limit, and no more', async () => {
    const withSegments = (count: number): Uint8Array =>
      insertSegments(jpegHeaders(8, 8, 3), ...repeat(count, () => segment(0xe5, new Uint8Array())));
    expect(await inspectImage(withSegments(MAX_SEGMENTS - 2))).toMatchObject({ ok: true });
    expect(await inspectImage(withSegments(MAX_SEGMENTS))).toMatchObject({ error: 'malformed' });
  });

  it('may have as many scans as the limit, and no more', async () => {
    const jpeg = await encodeJpeg(PICTURE, { progressive: true });
    const withScans = (total: number): Uint8Array =>
      mapScans(jpeg, ({ whole }, index, count) =>
        index < count - 1 ? whole : concat(...repeat(total - count + 1, () => whole)),
      );
    expect(stripSegmentMetadata(withScans(JPEG_LIMITS.scans)).length).toBeGreaterThan(0);
    expect(() => stripSegmentMetadata(withScans(JPEG_LIMITS.scans + 1))).toThrow(RangeError);
  });

  it('is refused when a scan names a component more than once', async () => {
    const jpeg = await encodeJpeg(PICTURE, { progressive: false });
    const named = mapScans(jpeg, ({ whole }) => {
      const scan = whole.slice();
      scan[7] = scan[5] ?? 0;
      return scan;
    });
    const engine = await createNodeEngine();
    expect(await deriveWith(engine, jpeg, PLAN)).toHaveProperty('ok', true);
    expect(await deriveWith(engine, named, PLAN)).toEqual({ ok: false, error: 'undecodable' });
  });
});

describe('an AVIF', () => {
  const extent = writeBox('ispe', concat(uint32(0), uint32(8), uint32(8)));
  const coding = writeBox('av1C', Uint8Array.of(0x81, 0, 0, 0));
  /** Associates `count` items with the first property. */
  const associate = (count: number, firstId = 1): Uint8Array =>
    writeBox(
      'ipma',
      concat(
        uint32(0),
        uint32(count),
        ...repeat(count, (index) => concat(uint16(firstId + index), Uint8Array.of(1, 1))),
      ),
    );
  const write = (
    associations: Uint8Array,
    properties: readonly Uint8Array[] = [],
    ...lists: readonly Uint8Array[]
  ): Uint8Array => {
    const described = writeBox('ipco', concat(extent, coding, ...properties));
    const meta = concat(
      writeBox('pitm', concat(uint32(0), uint16(1))),
      writeBox('iprp', concat(described, associations)),
      ...lists,
    );
    return concat(
      writeBox('ftyp', concat(ascii('avif'), uint32(0), ascii('avif'))),
      writeBox('meta', concat(uint32(0), meta)),
    );
  };
  const free = writeBox('free', new Uint8Array());

  it('may have as many boxes and items as the limits allow', async () => {
    const tiles = write(
      associate(4000),
      repeat(MAX_BOXES - 2, () => free),
      writeBox('iinf', new Uint8Array(100_000)),
    );
    expect(await inspectImage(tiles)).toMatchObject({ ok: true });
    expect(() => normalizeAvif(tiles)).not.toThrow();
  });

  it('may have as many frames as AV1 has layers, wherever its items lie, and no more', async () => {
    const avif = await encodeAvif(PICTURE);
    for (const place of PLACES) {
      expect(() => normalizeAvif(repeatFrames(avif, MAX_FRAMES, place))).not.toThrow();
      expect(() => normalizeAvif(repeatFrames(avif, MAX_FRAMES + 1, place)), place).toThrow(
        'frames',
      );
    }
    const few = await deriveWith(await createNodeEngine(), repeatFrames(avif, 2, 'beside'), PLAN);
    expect(few).toMatchObject({ ok: true });
  });

  it('with too many empty extents is refused', () => {
    const located = concat(uint32(0), Uint8Array.of(0, 0), uint16(1000));
    const pieces = repeat(1000, (index) => concat(uint16(index), uint16(0), uint16(65_535)));
    const iloc = writeBox('iloc', concat(located, ...pieces));
    expect(() => normalizeAvif(write(associate(1), [], iloc))).toThrow('pieces');
  });

  it('with a sequence beside its still is shown as the still', async () => {
    const sequence = concat(
      await encodeAvif(PICTURE),
      writeBox('moov', writeBox('mvhd', new Uint8Array(100))),
    );
    sequence.set(ascii('avis'), 8);
    const made = await deriveWith(await createNodeEngine(), sequence, PLAN);
    expect(made).toMatchObject({ ok: true });
  });

  it.each([
    [
      'more boxes',
      write(
        associate(1),
        repeat(MAX_BOXES, () => free),
      ),
    ],
    ['more associations', write(associate(40_000))],
    ['longer item lists', write(associate(1), [], writeBox('iinf', new Uint8Array(140_000)))],
    ['an item that has its properties twice', write(concat(associate(1), associate(1)))],
  ])('with %s is refused', async (_, file) => {
    expect(await inspectImage(file)).toMatchObject({ error: 'malformed' });
    expect(() => normalizeAvif(file)).toThrow(RangeError);
  });
});

describe('a profile', () => {
  const profile = (tags: number, length = 132 + tags * 12): Uint8Array => {
    const bytes = new Uint8Array(length);
    bytes.set(ascii('RGB XYZ '), 16);
    bytes.set(ascii('acsp'), 36);
    bytes.set(uint32(tags), 128);
    for (let tag = 0; tag < tags; tag += 1) bytes.set(uint32(tag), 132 + tag * 12);
    return bytes;
  };

  it('with more tags than the limit is ignored', () => {
    expect(parseIccProfile(profile(1024))?.tags.size).toBe(1024);
    expect(parseIccProfile(profile(1025))).toBeNull();
  });

  it('that inflates beyond the limit is ignored', async () => {
    const kindOf = async (length: number): Promise<string> => {
      const file = encodePng(PICTURE, [iccpChunk(profile(1, length))]);
      return (await inspectSource('image/png', file)).color.kind;
    };
    expect([await kindOf(4 * 2 ** 20), await kindOf(4 * 2 ** 20 + 1)]).toEqual(['icc', 'srgb']);
  });

  it('is never copied whole for inflating', async () => {
    const stored = concat(ascii('name\0\0'), deflateSync(profile(1, 500_000), { level: 0 }));
    const file = encodePng(PICTURE, [pngChunk('iCCP', stored)]);
    const copies = vi.spyOn(Uint8Array.prototype, 'slice');
    try {
      const { color } = await inspectSource('image/png', file);
      expect(color.kind).toBe('icc');
      const sizes = copies.mock.results.map(({ value }) => (value as Uint8Array).byteLength);
      expect(Math.max(...sizes)).toBeLessThan(100_000);
    } finally {
      copies.mockRestore();
    }
  });
});

describe('a WebP', () => {
  const inspect = async (...chunks: readonly Chunk[]) => inspectImage(webp(chunks));

  it('has the size of its first image, which is decoded', async () => {
    const size = { width: 300, height: 200 };
    expect(await inspect(vp8(300, 200), vp8l(8, 8))).toMatchObject({ value: { size } });
    expect(await inspect(vp8l(300, 200), vp8(8, 8))).toMatchObject({ value: { size } });
  });

  it('counts the memory of its first image', async () => {
    const lossless = await inspect(vp8x(0, 3000, 2000), vp8l(3000, 2000));
    const both = await inspect(vp8x(0, 3000, 2000), vp8l(3000, 2000), vp8(3000, 2000));
    if (!lossless.ok || !both.ok) throw new Error('Not inspected');
    const { decodingBytes } = both.value;
    expect(decodingBytes).toBeGreaterThanOrEqual(lossless.value.decodingBytes ?? Infinity);
  });

  it('whose canvas and image differ in size is refused', async () => {
    expect(await inspect(vp8x(0, 300, 200), vp8(300, 200))).toMatchObject({ ok: true });
    for (const image of [vp8(300, 201), vp8l(299, 200)]) {
      expect(await inspect(vp8x(0, 300, 200), image)).toMatchObject({ error: 'malformed' });
    }
  });

  it('whose first frame and image differ in size is refused', () => {
    const read = (...image: readonly Chunk[]) =>
      readFirstFrame(webp([vp8x(2, 8, 8), frame(8, 8, ...image)]));
    expect(read(vp8(8, 8))).toMatchObject({ width: 8, height: 8 });
    for (const image of [[vp8(300, 200)], [vp8l(300, 200)], [vp8l(300, 200), vp8(8, 8)], []]) {
      expect(() => read(...image)).toThrow(RangeError);
    }
  });
});
