import { GifWriter } from 'omggif';
import { describe, expect, it, vi } from 'vitest';
import { decodeGif } from '../../../../src/imaging/decoders/decode-gif.ts';
import { readGifHeader, walkGifBlocks } from '../../../../src/imaging/source/gif-header.ts';
import { colorAt } from '../fixtures/images.ts';
import { decodePart, prepare } from '../../client/imaging/fixtures/prepare.ts';

// Real codecs take seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const PALETTE = Array.from({ length: 256 }, (_, index) => (index << 16) | ((255 - index) << 8) | 7);

interface Frame {
  readonly screen: readonly [width: number, height: number];
  readonly box: readonly [left: number, top: number, width: number, height: number];
  readonly indices: readonly number[];
  readonly transparent?: number;
}

function writeGif({ screen, box, indices, transparent }: Frame): Uint8Array {
  const file = new Uint8Array(indices.length * 4 + 2000);
  const writer = new GifWriter(file, ...screen);
  writer.addFrame(...box, [...indices], { palette: PALETTE, transparent });
  return file.slice(0, writer.end());
}

/** A generator with a long period, which fills the code table. */
function noise(count: number): number[] {
  let state = 12_345;
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 16) & 0xff;
  });
}

function expectIndices(file: Uint8Array, width: number, indices: readonly number[]): void {
  const pixels = decodeGif(file);
  const seen = indices.map((_, at) => colorAt(pixels, at % width, Math.floor(at / width)));
  expect(seen).toEqual(indices.map((index) => [index, 255 - index, 7, 255]));
}

describe('decodeGif', () => {
  it.each([
    [
      'one colour, whose codes are always newer than the table',
      Array.from({ length: 3000 }, () => 5),
    ],
    ['noise that fills the table again and again', noise(30_000)],
    ['a ramp', Array.from({ length: 2560 }, (_, index) => index % 256)],
    ['a single pixel', [9]],
  ])('decodes %s', (_, indices) => {
    const width = indices.length === 1 ? 1 : 10;
    const height = indices.length / width;
    const file = writeGif({ screen: [width, height], box: [0, 0, width, height], indices });
    expectIndices(file, width, indices);
  });

  it.each([9, 10, 11])('accepts codes of a table for %i bits, as browsers do', (bits) => {
    const file = writeGif({ screen: [2, 1], box: [0, 0, 2, 1], indices: [3, 200] });
    const at = [...walkGifBlocks(file)][0]?.dataOffset ?? 0;
    // Clear code, two indices and end code, each of one bit more, least significant first.
    const codes = [1 << bits, 3, 200, (1 << bits) + 1];
    const joined = codes.reduce(
      (sum, code, index) => sum + BigInt(code) * 2n ** BigInt(index * (bits + 1)),
      0n,
    );
    const data = Array.from({ length: 6 }, (_, index) =>
      Number((joined >> BigInt(8 * index)) & 0xffn),
    );
    const rewritten = Uint8Array.from([...file.subarray(0, at), bits, 6, ...data, 0, 0x3b]);
    expectIndices(rewritten, 2, [3, 200]);
  });

  it.each([1, 2, 3, 4, 5, 8, 9, 17])(
    'puts the rows of an interlaced image of %i rows in order',
    (height) => {
      const rows = Array.from({ length: height }, (_, row) => row);
      const stored = [
        ...rows.filter((row) => row % 8 === 0),
        ...rows.filter((row) => row % 8 === 4),
        ...rows.filter((row) => row % 4 === 2),
        ...rows.filter((row) => row % 2 === 1),
      ];
      const file = writeGif({ screen: [1, height], box: [0, 0, 1, height], indices: stored });
      const [image] = walkGifBlocks(file);
      const paletteBytes = image?.palette?.length ?? 0;
      const flagsOffset = (image?.dataOffset ?? 0) - paletteBytes - 1;
      file[flagsOffset] = (file[flagsOffset] ?? 0) | 0x40;
      expectIndices(file, 1, rows);
    },
  );

  it('keeps uncovered pixels and the transparent index transparent', () => {
    const frame = {
      screen: [4, 4],
      box: [1, 1, 2, 2],
      indices: [1, 2, 3, 4],
      transparent: 3,
    } as const;
    const pixels = decodeGif(writeGif(frame));
    const alphas = Array.from({ length: 16 }, (_, at) => colorAt(pixels, at % 4, at >> 2)[3]);
    expect(alphas).toEqual([0, 0, 0, 0, 0, 255, 255, 0, 0, 0, 255, 0, 0, 0, 0, 0]);
  });

  it('enlarges a screen that its image exceeds', () => {
    const file = writeGif({ screen: [1, 1], box: [0, 0, 3, 2], indices: [1, 2, 3, 4, 5, 6] });
    expect(readGifHeader(file)).toMatchObject({ width: 3, height: 2 });
    expectIndices(file, 3, [1, 2, 3, 4, 5, 6]);
  });

  it('decodes a file without a trailer', () => {
    const file = writeGif({ screen: [2, 1], box: [0, 0, 2, 1], indices: [1, 2] });
    expectIndices(file.subarray(0, -1), 2, [1, 2]);
  });

  it('refuses data that ends too early, at any place, and codes that refer to nothing', () => {
    const file = writeGif({ screen: [10, 10], box: [0, 0, 10, 10], indices: noise(100) });
    for (let length = 13; length < file.length - 1; length += 1) {
      expect(() => decodeGif(file.subarray(0, length))).toThrow(RangeError);
    }
    const [image] = walkGifBlocks(file);
    file.fill(0xff, (image?.dataOffset ?? 0) + 2, -2);
    expect(() => decodeGif(file)).toThrow(RangeError);
  });

  it('makes parts with the transparency of the source', async () => {
    const indices = Array.from({ length: 64 }, (_, at) => (at % 8 < 4 ? 0 : 255));
    const file = writeGif({ screen: [8, 8], box: [0, 0, 8, 8], indices, transparent: 0 });
    const gallery = await decodePart(await prepare(file), 'gallery');
    expect(colorAt(gallery, 50, 200)[3]).toBe(0);
    expect(colorAt(gallery, 350, 200)[3]).toBe(255);
  });
});
