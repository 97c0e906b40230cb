import { describe, expect, it } from 'vitest';
import { findExif } from '../../../../src/imaging/source/find-exif.ts';
import { readTaken, readTakenFacts } from '../../../../src/imaging/source/read-taken.ts';
import { SOURCE_MIME_TYPES } from '../../../../src/worker/domain/uploads/recipe.ts';
import { viewOf } from '../../../../src/shared/bytes.ts';
import { writeTakenAt } from '../../../../src/shared/taken-facts.ts';
import { createRandom } from '../../../support/create-random.ts';
import { makeWithMetadata } from '../../../support/uploads.ts';
import { jpeg } from '../../client/imaging/fixtures/photograph.ts';
import { ascii, concat } from '../fixtures/bytes.ts';
import { encodePng, exifSegment, insertSegments, pngChunk } from '../fixtures/craft.ts';
import { craftExif, type ExifValues } from '../fixtures/craft-exif.ts';
import { paint, RED } from '../fixtures/images.ts';

const NO_PLACE = { withLocation: false };
const PLACE = { withLocation: true };
const CAMERA: ExifValues = { 0x010f: 'Canon', 0x0110: 'Canon EOS R5' };
const PHOTOGRAPH: ExifValues = {
  0x829a: [1, 250],
  0x829d: [18, 10],
  0x8827: 400,
  0x9003: '2026:07:14 21:05:09',
  0x9011: '+02:00',
  0x9291: '12',
  0x920a: [85, 1],
  0xa434: 'RF85mm F1.2 L USM',
};
const GPS: ExifValues = {
  1: 'N',
  2: [48, 1, 51, 1, 2960, 100],
  3: 'W',
  4: [2, 1, 17, 1, 402, 10],
};
const FACTS = {
  takenAt: { localMs: Date.parse('2026-07-14T21:05:09.120Z'), offsetMinutes: 120 },
  camera: {
    name: 'Canon EOS R5',
    lens: 'RF85mm F1.2 L USM',
    exposureSeconds: 0.004,
    fNumber: 1.8,
    iso: 400,
    focalLengthMm: 85,
  },
};

const read = (image: ExifValues, photograph: ExifValues = {}, gps: ExifValues = {}) =>
  readTakenFacts(craftExif(image, photograph, false, gps), PLACE);

describe('the facts of a photograph', () => {
  it.each([false, true])('are read in both byte orders (little: %j)', (isLittle) => {
    const block = craftExif(CAMERA, PHOTOGRAPH, isLittle, GPS);
    const location = { latitude: 48.858222, longitude: -2.2945 };
    expect(readTakenFacts(block, PLACE)).toEqual({ ...FACTS, location });
  });

  it('are none where there are none', () => {
    expect(read({})).toEqual({});
    expect(readTakenFacts(new Uint8Array(), PLACE)).toEqual({});
    expect(readTakenFacts(ascii('no EXIF at all'), PLACE)).toEqual({});
  });

  it('hold the place only where they are asked for it', () => {
    expect(readTakenFacts(craftExif(CAMERA, PHOTOGRAPH, false, GPS), NO_PLACE)).toEqual(FACTS);
  });

  it.each([
    ['no latitude', { ...GPS, 2: 'north' }],
    ['two fractions', { ...GPS, 4: [2, 1, 17, 1] }],
    ['no value', { ...GPS, 2: [48, 0, 51, 0, 0, 0] }],
    ['a degree too many', { ...GPS, 2: [91, 1, 0, 1, 0, 1] }],
    ['zeros of a phone without a fix', { ...GPS, 2: [0, 1, 0, 1, 0, 1], 4: [0, 1, 0, 1, 0, 1] }],
  ])('hold no place with %s', (_, gps) => {
    expect(read(CAMERA, PHOTOGRAPH, gps)).toEqual(FACTS);
  });

  it.each([
    ['NIKON CORPORATION', 'NIKON D850', 'NIKON D850'],
    ['SONY', 'ILCE-7M3', 'SONY ILCE-7M3'],
    ['Apple', 'iPhone 15 Pro', 'Apple iPhone 15 Pro'],
    ['OLYMPUS IMAGING CORP.', 'E-M1', 'OLYMPUS E-M1'],
    ['RICOH IMAGING COMPANY, LTD.', 'GR III', 'RICOH GR III'],
    ['  Leica   Camera\u0007AG ', '', 'Leica Camera AG'],
    ['', 'X100V\0junk', 'X100V'],
    ['---', '   ', undefined],
    [', Ltd.', '', undefined],
    [', Ltd.', 'M1', 'M1'],
    ['A', 'b'.repeat(300), `A ${'b'.repeat(98)}`],
  ])('join maker %j and model %j as %j', (maker, model, name) => {
    expect(read({ 0x010f: maker, 0x0110: model }).camera?.name).toBe(name);
  });

  it.each([
    ['2026:07:14 21:05:09', '', '2026-07-14T21:05:09'],
    ['2026:07:14 21:05:09', 'Z', '2026-07-14T21:05:09+00:00'],
    ['2026:07:14 21:05:09', '-03:30', '2026-07-14T21:05:09-03:30'],
    ['2026:07:14 21:05:09', '   :  ', '2026-07-14T21:05:09'],
    ['2026:07:14 21:05:09', '+99:00', '2026-07-14T21:05:09'],
    ['1826:01:01 00:00:00', '', '1826-01-01T00:00:00'],
    ['1825:12:31 23:59:59', '', undefined],
    ['2099:12:31 23:59:59', '', '2099-12-31T23:59:59'],
    ['2100:01:01 00:00:00', '', undefined],
    ['2026:02:30 12:00:00', '', undefined],
    ['0000:00:00 00:00:00', '', undefined],
    ['    :  :     :  :  ', '', undefined],
  ])('hold the date %j with offset %j as %j', (date, offset, takenAt) => {
    const found = read(CAMERA, { 0x9003: date, 0x9011: offset }).takenAt;
    expect(found === undefined ? undefined : writeTakenAt(found)).toBe(takenAt);
  });

  it('hold the date of a scan where the film has none', () => {
    const scan = { 0x9003: '0000:00:00 00:00:00', 0x9004: '2001:02:03 04:05:06', 0x9012: '+01:00' };
    const offsetMinutes = 60;
    expect(read({}, scan).takenAt).toEqual({
      localMs: Date.UTC(2001, 1, 3, 4, 5, 6),
      offsetMinutes,
    });
  });

  it('leave out numbers out of bounds, of no value or of another type', () => {
    const numbers = { 0x829a: [1, 0], 0x829d: [0, 0], 0x8827: 65_535, 0x920a: '85 mm' } as const;
    expect(read(CAMERA, numbers)).toEqual({ camera: { name: 'Canon EOS R5' } });
    expect(read(CAMERA, { 0x829a: [0, 1], 0x8827: [401, 2] })).toEqual(read(CAMERA));
  });
});

describe('a hostile block', () => {
  const whole = craftExif(CAMERA, PHOTOGRAPH, false, GPS);

  it('gives the facts that are within it, wherever it is cut', () => {
    for (let length = 0; length < whole.length; length += 1) {
      const { camera = {} } = readTakenFacts(whole.subarray(0, length), PLACE);
      for (const [name, value] of Object.entries(camera)) {
        const known = [FACTS.camera[name as keyof typeof FACTS.camera], 'Canon'];
        expect(known, `${name} of ${length} bytes`).toContain(value);
      }
    }
  });

  it('never throws, whichever four bytes are the largest number or point to the start', () => {
    for (const value of [0xffff_ffff, 0x7fff_ffff, 0, 8]) {
      for (let at = 2; at + 4 <= whole.length; at += 1) {
        const block = whole.slice();
        viewOf(block).setUint32(at, value);
        expect(() => readTakenFacts(block, PLACE)).not.toThrow();
      }
    }
  });

  it('never throws in any file, of 64 KB of noise too', () => {
    const random = createRandom(7);
    const noise = (bytes: Uint8Array, share: number): Uint8Array =>
      bytes.map((byte) => (random() < share ? Math.floor(random() * 256) : byte));
    const long = concat(whole, new Uint8Array(65_533 - 6 - whole.length));
    const files = [
      insertSegments(jpeg(8, 8), exifSegment(long)),
      encodePng(
        paint(2, 2, () => RED),
        [pngChunk('eXIf', long)],
      ),
      makeWithMetadata(8, 8, 'EXIF'),
    ];
    expect(readTaken('image/jpeg', files[0] ?? whole, NO_PLACE)).toEqual(FACTS);
    for (const file of files) {
      for (const share of [0.0001, 0.01, 0.5, 1]) {
        for (const type of SOURCE_MIME_TYPES) {
          expect(() => readTaken(type, noise(file, share), PLACE)).not.toThrow();
        }
      }
    }
  });

  it('costs no more with a directory that names itself as the next one', () => {
    const block = craftExif({ 0x010f: 'Canon' }, {});
    viewOf(block).setUint32(8 + 2 + 12 + 8, 8);
    expect(readTakenFacts(block, PLACE)).toEqual({ camera: { name: 'Canon' } });
  });
});

describe('the block of EXIF', () => {
  const block = craftExif(CAMERA, PHOTOGRAPH);

  it('is the first one of a JPEG, before its image data', () => {
    const other = exifSegment(ascii('MM'));
    expect(findExif('image/jpeg', insertSegments(jpeg(8, 8), exifSegment(block), other))).toEqual(
      block,
    );
    const late = concat(jpeg(8, 8).subarray(0, -2), exifSegment(block));
    expect(findExif('image/jpeg', late)).toBeNull();
  });

  it('is that of a PNG, before or behind its image data', () => {
    const picture = paint(2, 2, () => RED);
    expect(findExif('image/png', encodePng(picture, [pngChunk('eXIf', block)]))).toEqual(block);
    const plain = encodePng(picture);
    const late = concat(plain.subarray(0, -12), pngChunk('eXIf', block), plain.subarray(-12));
    expect(findExif('image/png', late)).toEqual(block);
    expect(findExif('image/png', plain)).toBeNull();
  });

  it('is a chunk of a WebP, also behind the signature of a JPEG', () => {
    expect(findExif('image/webp', makeWithMetadata(8, 8, 'EXIF'))).toEqual(new Uint8Array(4));
    expect(findExif('image/webp', makeWithMetadata(8, 8, 'JUNK'))).toBeNull();
    const riff = concat(
      ascii('RIFF\u007f\u007f\0\0WEBP'),
      chunkOf(concat(ascii('Exif\0\0'), block)),
    );
    expect(findExif('image/webp', riff)).toEqual(block);
  });
});

function chunkOf(data: Uint8Array): Uint8Array {
  const header = new Uint8Array(8);
  header.set(ascii('EXIF'));
  viewOf(header).setUint32(4, data.length, true);
  return concat(header, data, new Uint8Array(data.length % 2));
}
