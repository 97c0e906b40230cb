import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { findExif } from '../../../../src/imaging/source/find-exif.ts';
import { inspectSource } from '../../../../src/imaging/source/inspect-source.ts';
import { readTaken, readTakenFacts } from '../../../../src/imaging/source/read-taken.ts';
import { viewOf } from '../../../../src/shared/bytes.ts';
import { MetadataScanner } from '../../../../src/worker/imaging/scan/metadata-scanner.ts';
import { makeAvif } from '../../../support/craft-images.ts';
import { ascii, concat, uint32 } from '../fixtures/bytes.ts';
import { openLastBox, readBoxes, writeBox } from '../fixtures/craft-avif.ts';
import { addExif, exifItem } from '../fixtures/craft-avif-exif.ts';
import { craftExif } from '../fixtures/craft-exif.ts';
import { takePhotograph } from '../fixtures/sharp-images.ts';

const PLACE = { withLocation: true };
const BLOCK = craftExif(
  { 0x010f: 'RICOH', 0x0110: 'GR III' },
  { 0x8827: 400, 0x9003: '2026:07:14 21:05:09' },
);
const FACTS = {
  takenAt: { localMs: Date.parse('2026-07-14T21:05:09Z'), offsetMinutes: null },
  camera: { name: 'RICOH GR III', iso: 400 },
};
const ITEM = exifItem(BLOCK);
const AVIF = makeAvif(7, 6);
const MIB = 1024 * 1024;

/** As the service reads a file of pipeline 1, in parts of this length. */
const findInParts = (file: Uint8Array, partBytes: number): Uint8Array | null => {
  const scanner = new MetadataScanner('image/avif');
  for (let start = 0; start < file.length; start += partBytes) {
    scanner.push(file.slice(start, start + partBytes));
  }
  scanner.finish();
  return scanner.findExif();
};

const expectFound = (file: Uint8Array): void => {
  expect(readTaken('image/avif', file, PLACE)).toEqual(FACTS);
  for (const partBytes of [1, 100, 65_536]) {
    expect(readTakenFacts(findInParts(file, partBytes) ?? new Uint8Array(), PLACE)).toEqual(FACTS);
  }
};

describe('the EXIF of an AVIF', () => {
  it('is read from a file by libheif', async () => {
    const image = takePhotograph({ width: 96, height: 64 }).withExif({
      IFD0: { Make: 'RICOH', Model: 'GR III' },
      IFD2: { DateTimeOriginal: '2026:07:14 21:05:09', ISOSpeedRatings: '400' },
    });
    const file = await image.avif({ effort: 0 }).toBuffer();
    expect((await sharp(file).metadata()).exif).toBeDefined();
    expectFound(new Uint8Array(file));
  });

  it.each([
    ['behind the description', {}],
    ['in the description', { place: 'inside' }],
    ['with long numbers of items', { isLong: true }],
    ['in three pieces out of order', { pieces: 3 }],
    ['in three pieces in the description', { pieces: 3, place: 'inside' }],
  ] as const)('is read %s', async (_, options) => {
    const file = addExif(AVIF, ITEM, options);
    expect(await inspectSource('image/avif', file)).toMatchObject({ width: 7, height: 6 });
    expectFound(file);
    expectFound(openLastBox(concat(file, writeBox('free', new Uint8Array(8)))));
  });

  it('is read from a long item, also in a box without a size', () => {
    const file = addExif(AVIF, concat(ITEM, new Uint8Array(200_000)));
    expectFound(file);
    expectFound(openLastBox(file));
  });

  it.each([
    ['counted from it', exifItem(BLOCK, ascii('Exif\0\0'))],
    ['not counted', exifItem(concat(ascii('Exif\0\0'), BLOCK))],
  ])('is read behind the signature of a JPEG, %s', (_, item) => {
    expectFound(addExif(AVIF, item));
  });

  it('before the description is read by clients alone', () => {
    const file = addExif(AVIF, ITEM, { place: 'before' });
    expect(findExif('image/avif', file)).toEqual(BLOCK);
    expect(readTakenFacts(findInParts(file, 100) ?? new Uint8Array(), PLACE)).toEqual({});
  });

  it('of another image in the file does not count, nor does that of no image', () => {
    expect(findExif('image/avif', addExif(AVIF, ITEM, { describes: 3 }))).toBeNull();
    expect(findExif('image/avif', AVIF)).toBeNull();
  });
});

describe('hostile EXIF of an AVIF', () => {
  const file = addExif(AVIF, ITEM);

  it('gives at most 1 MiB, and nothing in more than 16 pieces', () => {
    const long = addExif(AVIF, concat(ITEM, new Uint8Array(3 * MIB)));
    expect(findExif('image/avif', long)).toHaveLength(MIB - 4);
    expect(findInParts(long, 100_000)).toHaveLength(MIB - 4);
    expectFound(addExif(AVIF, ITEM, { pieces: 16 }));
    expect(findExif('image/avif', addExif(AVIF, ITEM, { pieces: 17 }))).toBeNull();
    expect(findExif('image/avif', addExif(AVIF, ITEM, { pieces: 60_000 }))).toBeNull();
  });

  it('is not looked for in longer lists of items than an image may have', () => {
    const [type, meta, ...rest] = readBoxes(addExif(AVIF, ITEM, { place: 'inside' }));
    for (const [listBytes, found] of [
      [100_000, BLOCK],
      [200_000, null],
    ] as const) {
      const list = writeBox('iref', new Uint8Array(listBytes));
      const long = concat(
        writeBox('ftyp', type?.content ?? ITEM),
        writeBox('meta', concat(meta?.content ?? ITEM, list)),
        ...rest.map(({ content }) => writeBox('mdat', content)),
      );
      expect(findExif('image/avif', long)).toEqual(found);
      expect(findInParts(long, 1000)).toEqual(found);
    }
  });

  it('is none in fewer than four bytes, or where it begins behind its end', () => {
    for (const item of [ascii('II'), concat(ascii('\u007f\u007f\u007f\u007f'), BLOCK)]) {
      const short = addExif(AVIF, item);
      expect(readTaken('image/avif', short, PLACE)).toEqual({});
      expect(readTakenFacts(findInParts(short, 100) ?? new Uint8Array(), PLACE)).toEqual({});
    }
  });

  it('refuses no image, whichever four bytes of its lists are the largest number or zero', async () => {
    const start = Buffer.from(file).indexOf('iinf') + 4;
    const end = Buffer.from(file).indexOf('mdat') - 4;
    for (const value of [0xffff_ffff, 0x7fff_ffff, 0x0001_0001, 0]) {
      for (let at = start; at + 4 <= end; at += 1) {
        const changed = file.slice();
        viewOf(changed).setUint32(at, value);
        expect((findExif('image/avif', changed) ?? BLOCK).length).toBeLessThanOrEqual(MIB);
        expect((findInParts(changed, 64) ?? BLOCK).length).toBeLessThanOrEqual(MIB);
      }
    }
  });

  it('ends with its file: no number is read in part', () => {
    const item = exifItem(craftExif({}, { 0x8827: 0x1234 }, true));
    const cut = addExif(AVIF, item);
    for (let length = cut.length - item.length; length < cut.length; length += 1) {
      const facts = readTakenFacts(findInParts(cut.subarray(0, length), 64) ?? BLOCK, PLACE);
      expect([{}, { camera: { iso: 0x1234 } }]).toContainEqual(facts);
    }
  });

  it('is as long as what is in the file, where its length is that of all the rest', () => {
    const start = Buffer.from(file).lastIndexOf(ITEM);
    const rest = file.slice();
    const at = Buffer.from(file).indexOf(Buffer.from(uint32(start))) + 4;
    viewOf(rest).setUint32(at, 0);
    expect(findExif('image/avif', rest)).toEqual(BLOCK);
    expect(findInParts(rest, 64)).toEqual(BLOCK);
  });
});
