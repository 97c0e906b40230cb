import { describe, expect, it } from 'vitest';
import { ImageError } from '../../../../../src/imaging/image-error.ts';
import type { ImageType } from '../../../../../src/imaging/sniff.ts';
import { MetadataScanner } from '../../../../../src/worker/imaging/scan/metadata-scanner.ts';
import { findExif } from '../../../../../src/imaging/source/find-exif.ts';
import { checkReadable } from '../../../../../src/imaging/source/check-readable.ts';
import { inspectSource } from '../../../../../src/imaging/source/inspect-source.ts';
import type { SourceInfo } from '../../../../../src/imaging/source/source-info.ts';
import { KEPT_BYTES } from '../../../../../src/worker/imaging/scan/scan-formats.ts';
import { makeAvif, makeGif, makeJpeg } from '../../../../support/craft-images.ts';
import { concat, exifWith } from '../../../imaging/fixtures/bytes.ts';
import {
  encodePng,
  imageChunk,
  pngChunk,
  riffChunk,
  segment,
  strayBetweenSegments,
  writeExtendedWebp,
} from '../../../imaging/fixtures/craft.ts';
import { openLastBox, writeBox } from '../../../imaging/fixtures/craft-avif.ts';
import { makeSources, mutate } from '../../../imaging/fixtures/mutants.ts';
import { paint } from '../../../imaging/fixtures/images.ts';

const MUTANTS = 500;
const LONG_BYTES = 6 * 1024 * 1024;
/** Length of signature and IHDR. */
const PNG_HEAD_BYTES = 8 + 25;
/** Length of header and palette. */
const GIF_HEAD_BYTES = 13 + 6;
const FTYP_BYTES = 24;
const TYPES: readonly ImageType[] = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/avif',
  'image/gif',
];

const scan = (mimeType: ImageType, file: Uint8Array, chunkBytes: number): Uint8Array =>
  scanWhole(mimeType, file, chunkBytes).finish();

/** Reuses one buffer for all chunks, as some streams do. */
const scanWhole = (mimeType: ImageType, file: Uint8Array, chunkBytes: number): MetadataScanner => {
  const scanner = new MetadataScanner(mimeType);
  const buffer = new Uint8Array(chunkBytes);
  for (let start = 0; start < file.length; start += chunkBytes) {
    const chunk = file.subarray(start, start + chunkBytes);
    buffer.set(chunk);
    scanner.push(buffer.subarray(0, chunk.length));
  }
  return scanner;
};

const describeFile = async (mimeType: ImageType, file: Uint8Array): Promise<unknown> => {
  try {
    const info = await inspectSource(mimeType, file);
    const { width, height, orientation, aperture } = info;
    return { width, height, orientation, aperture, refusal: refusalOf(mimeType, info) };
  } catch (error) {
    if (error instanceof ImageError) return 'damaged';
    throw error;
  }
};

/** That of a GIF depends on the length of its data. */
const refusalOf = (mimeType: ImageType, info: SourceInfo): string | null => {
  try {
    if (mimeType !== 'image/gif') checkReadable(info);
    return null;
  } catch (error) {
    if (error instanceof ImageError) return error.message;
    throw error;
  }
};

describe.each(TYPES)('the scanned metadata of %s', (mimeType) => {
  it(`tell its size, orientation, readability and EXIF, also in ${String(MUTANTS)} damaged files`, async () => {
    const sources = await makeSources(mimeType);
    const files = [...sources];
    for (let seed = 0; seed < MUTANTS; seed += 1) files.push(mutate(sources, seed));
    let sound = 0;
    for (const [index, file] of files.entries()) {
      const scanner = scanWhole(mimeType, file, 1 + ((index * 37) % 1000));
      const said = await describeFile(mimeType, file);
      const kept = await describeFile(mimeType, scanner.finish());
      expect(kept, `file ${String(index)}`).toEqual(said);
      if (said === 'damaged') continue;
      sound += 1;
      expect(scanner.findExif(), `file ${String(index)}`).toEqual(findExif(mimeType, file));
    }
    expect(sound).toBeGreaterThan(MUTANTS / 50);
    expect(sound).toBeLessThan(files.length);
  });
});

/** Repeats a piece up to at least LONG_BYTES. */
const repeat = (piece: Uint8Array): Uint8Array => {
  const whole = new Uint8Array(Math.ceil(LONG_BYTES / piece.length) * piece.length);
  for (let start = 0; start < whole.length; start += piece.length) whole.set(piece, start);
  return whole;
};

const insertAt = (file: Uint8Array, offset: number, piece: Uint8Array): Uint8Array =>
  concat(file.subarray(0, offset), piece, file.subarray(offset));

describe('the scanned metadata of a long file', () => {
  const SMALL = new Uint8Array(100).fill(7);
  const LARGE = new Uint8Array(60_000).fill(7);
  const FILLER = repeat(Uint8Array.of(7));
  const jpeg = makeJpeg(9, 8, { orientation: 6 });
  const png = encodePng(paint(4, 3, () => [1, 2, 3, 255]));
  const turn = pngChunk('eXIf', exifWith(6));
  // A visible key frame of 9 × 8 pixels, its first partition 5 bytes long (RFC 6386, 9.1).
  const vp8 = Uint8Array.of(0xb0, 0, 0, 0x9d, 0x01, 0x2a, 9, 0, 8, 0);
  const frame = imageChunk(concat(new Uint8Array(12), riffChunk('VP8 ', concat(vp8, FILLER))));
  const webp = writeExtendedWebp(8, { width: 9, height: 8 }, frame, riffChunk('EXIF', exifWith(6)));
  const gif = makeGif(9, 8, 2);
  const extension = concat(
    Uint8Array.of(0x21, 0xfe),
    repeat(concat(Uint8Array.of(100), SMALL)),
    Uint8Array.of(0),
  );
  const avif = makeAvif(7, 6, 1);
  const turned = insertAt(png, PNG_HEAD_BYTES, turn);
  const turnedAtEnd = insertAt(
    insertAt(png, png.length - 12, turn),
    PNG_HEAD_BYTES,
    pngChunk('IDAT', FILLER),
  );
  const FILES: readonly [string, ImageType, Uint8Array, orientation: number][] = [
    ['comments', 'image/jpeg', insertAt(jpeg, 2, repeat(segment(0xfe, LARGE))), 6],
    ['image data', 'image/png', turnedAtEnd, 1],
    ['chunks', 'image/png', insertAt(turned, PNG_HEAD_BYTES, repeat(pngChunk('fiLl', SMALL))), 6],
    ['image data', 'image/webp', webp, 1],
    ['sub-blocks', 'image/gif', insertAt(gif, GIF_HEAD_BYTES, extension), 1],
    ['boxes', 'image/avif', insertAt(avif, FTYP_BYTES, repeat(writeBox('free', LARGE))), 8],
    ['image data', 'image/avif', openLastBox(concat(avif, writeBox('mdat', FILLER))), 8],
  ];

  it.each(FILES)(
    'are short and have its orientation despite long %s in %s',
    async (_, mimeType, file, orientation) => {
      expect(file.length).toBeGreaterThanOrEqual(LONG_BYTES);
      const kept = scan(mimeType, file, 262_144);
      expect(kept.length).toBeLessThan(1000);
      const said = await describeFile(mimeType, kept);
      expect(said).toEqual(await describeFile(mimeType, file));
      expect(said).toMatchObject({ orientation });
    },
  );

  it('have at most KEPT_BYTES of one piece', async () => {
    const long = concat(exifWith(6), FILLER);
    const kept = scan('image/png', insertAt(png, PNG_HEAD_BYTES, pngChunk('eXIf', long)), 262_144);
    expect(kept.length).toBeLessThan(KEPT_BYTES + 1000);
    expect(await describeFile('image/png', kept)).toMatchObject({ width: 4, orientation: 6 });
  });

  it('are empty when the file has too many pieces', async () => {
    const comments = insertAt(jpeg, 2, repeat(segment(0xfe, SMALL)));
    const boxes = insertAt(avif, FTYP_BYTES, repeat(writeBox('free', SMALL)));
    expect(scan('image/jpeg', comments, 262_144)).toHaveLength(0);
    expect(scan('image/avif', boxes, 262_144)).toHaveLength(0);
    expect(await describeFile('image/jpeg', comments)).toBe('damaged');
    expect(await describeFile('image/avif', boxes)).toBe('damaged');
    expect(scan('image/jpeg', strayBetweenSegments(jpeg, FILLER), 262_144)).toHaveLength(0);
    for (const type of TYPES) expect(await describeFile(type, new Uint8Array())).toBe('damaged');
  });
});
