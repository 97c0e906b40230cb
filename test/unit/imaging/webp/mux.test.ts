import { describe, expect, it } from 'vitest';

import { joinBytes } from '../../../../src/shared/bytes.ts';
import {
  readIccProfile,
  rewriteMetadata,
  stripMetadata,
} from '../../../../src/imaging/webp/mux.ts';
import { inspectWebp } from '../../../../src/imaging/webp/walker.ts';
import {
  chunk,
  chunksOf,
  fixture,
  STILL_FIXTURES,
  vp8,
  vp8x,
  webp,
} from '../../../support/webp-files.ts';

const IMAGE_NAMES = new Set(['ALPH', 'VP8 ', 'VP8L']);
const names = (file: Uint8Array): string[] => chunksOf(file).map(({ name }) => name);
const payloadOf = (file: Uint8Array, name: string): Uint8Array | undefined =>
  chunksOf(file).find((chunk) => chunk.name === name)?.payload;
const imageChunks = (file: Uint8Array) =>
  chunksOf(file).filter(({ name }) => IMAGE_NAMES.has(name));
const infoOf = (file: Uint8Array) => {
  const verdict = inspectWebp(file);
  if (!verdict.ok) throw new Error(verdict.error);
  return verdict.value;
};

it('stripMetadata returns the pieces of the file without metadata', () => {
  for (const name of ['lossy', 'lossy-exif', 'lossy-icc', 'lossless-icc-xmp', 'lossless-alpha']) {
    const file = fixture(name);
    expect(joinBytes(stripMetadata(file))).toEqual(rewriteMetadata(file, 'drop'));
  }
});

describe('rewriteMetadata', () => {
  it('keeps image chunks, geometry and alpha of every kind of file', () => {
    for (const name of STILL_FIXTURES) {
      const source = fixture(name);
      for (const iccp of ['keep', 'drop', new Uint8Array(7)] as const) {
        const result = rewriteMetadata(source, iccp);
        const { width, height, hasAlpha, format } = infoOf(source);
        expect(infoOf(result), name).toMatchObject({ width, height, hasAlpha, format });
        expect(imageChunks(result), name).toEqual(imageChunks(source));
      }
    }
  });

  it('drops EXIF, XMP and unknown chunks at any position, and their flags', () => {
    const [exif, xmp, other] = [chunk('EXIF', 'e'), chunk('XMP ', 'x'), chunk('abcd', 'u')];
    const file = webp([vp8x(0x2c, 4, 3), other, exif, chunk('ICCP', 'icc'), xmp, vp8(4, 3), other]);
    const result = rewriteMetadata(file, 'keep');
    expect(Buffer.from(result)).toEqual(webp([vp8x(0x20, 4, 3), chunk('ICCP', 'icc'), vp8(4, 3)]));
  });

  it('keeps, drops or replaces the profile', () => {
    const source = fixture('lossy-alpha-all');
    const own = payloadOf(source, 'ICCP');
    expect(payloadOf(rewriteMetadata(source, 'keep'), 'ICCP')).toEqual(own);
    expect(names(rewriteMetadata(source, 'drop'))).toEqual(['VP8X', 'ALPH', 'VP8 ']);
    const other = Buffer.from('another profile');
    const replaced = rewriteMetadata(source, other);
    expect(names(replaced)).toEqual(['VP8X', 'ICCP', 'ALPH', 'VP8 ']);
    expect(payloadOf(replaced, 'ICCP')).toEqual(other);
  });

  it('gives a simple file the extended format when it gets a profile', () => {
    const result = rewriteMetadata(fixture('lossless-alpha'), Buffer.from('profile'));
    expect(names(result)).toEqual(['VP8X', 'ICCP', 'VP8L']);
    expect(infoOf(result)).toMatchObject({ hasIccp: true, hasAlpha: true, width: 23, height: 17 });
    expect(payloadOf(result, 'VP8X')?.[0]).toBe(0x30);
  });

  it('uses the simple format when nothing needs the extended one', () => {
    expect(Buffer.from(rewriteMetadata(fixture('lossy-exif'), 'keep'))).toEqual(fixture('lossy'));
    expect(Buffer.from(rewriteMetadata(fixture('lossy-icc'), 'drop'))).toEqual(fixture('lossy'));
    expect(Buffer.from(rewriteMetadata(fixture('lossless-icc-xmp'), 'drop'))).toEqual(
      fixture('lossless-alpha'),
    );
  });

  it('writes reserved bits as zero, and sets the alpha flag only for alpha', () => {
    const file = webp([vp8x(0xf1, 4, 3), chunk('ICCP', 'icc'), vp8(4, 3)]);
    expect(payloadOf(rewriteMetadata(file, 'keep'), 'VP8X')?.[0]).toBe(0x20);
  });

  it('is idempotent', () => {
    for (const name of STILL_FIXTURES) {
      const once = rewriteMetadata(fixture(name), 'keep');
      expect(rewriteMetadata(once, 'keep')).toEqual(once);
    }
  });

  it('accepts a view of a larger buffer', () => {
    const source = fixture('lossy-alpha-all');
    const window = new Uint8Array(Buffer.concat([Buffer.of(1, 2, 3), source, Buffer.of(4)]).buffer);
    const at = Buffer.from(window).indexOf(source);
    const view = window.subarray(at, at + source.length);
    expect(rewriteMetadata(view, 'keep')).toEqual(rewriteMetadata(source, 'keep'));
  });

  it('throws on what the walker refuses', () => {
    expect(() => rewriteMetadata(fixture('animated'), 'keep')).toThrow(/animated/);
    expect(() => rewriteMetadata(fixture('lossy').subarray(1), 'drop')).toThrow(TypeError);
  });
});

describe('readIccProfile', () => {
  it('returns the profile, or null where there is none', () => {
    const source = fixture('lossless-icc-xmp');
    expect(readIccProfile(source)).toEqual(payloadOf(source, 'ICCP'));
    expect(readIccProfile(fixture('lossy-exif'))).toBeNull();
    expect(() => readIccProfile(fixture('animated'))).toThrow(TypeError);
  });
});
