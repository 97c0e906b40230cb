import { describe, expect, it, vi } from 'vitest';
import { chooseProfile } from '../../../../../src/client/imaging/color/choose-profile.ts';
import {
  PRIMARIES,
  SRGB_CHROMATICITIES,
} from '../../../../../src/client/imaging/color/code-points.ts';
import {
  evaluateCurve,
  parseIccProfile,
  readXyz,
} from '../../../../../src/client/imaging/color/icc-reader.ts';
import {
  encodeParametricCurve,
  writeRgbProfile,
} from '../../../../../src/client/imaging/color/icc-writer.ts';
import { readIccProfile } from '../../../../../src/codecs/webp/mux.ts';
import { ascii, concat, uint16, uint32 } from '../fixtures/bytes.ts';
import {
  encodePng,
  iccpChunk,
  iccSegments,
  imageChunk,
  insertSegments,
  pngChunk,
  riffChunk,
  writeExtendedWebp,
} from '../fixtures/craft.ts';
import { addProperties, setCodePoints, writeBox } from '../fixtures/craft-avif.ts';
import { encodeAvif, encodeJpeg, encodeWebp } from '../fixtures/encoders.ts';
import { paintQuadrants } from '../fixtures/pictures.ts';
import { prepare } from '../fixtures/prepare.ts';

// Real codecs take seconds where other work has the processor.
vi.setConfig({ testTimeout: 60_000 });

const PICTURE = paintQuadrants(48, 32);
const DISPLAY_P3 = PRIMARIES.get(12) ?? SRGB_CHROMATICITIES;
const SRGB_CURVE = encodeParametricCurve([2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.040_45]);
// Of odd length, so that the chunk needs its padding.
const P3_PROFILE = concat(writeRgbProfile('P3', DISPLAY_P3, SRGB_CURVE), Uint8Array.of(7));
const SRGB_PROFILE = writeRgbProfile('Some name', SRGB_CHROMATICITIES, SRGB_CURVE);

/** A version 2 profile of one gray curve that is a plain power. */
function grayProfile(gamma: number, connectionSpace: string): Uint8Array {
  const profile = new Uint8Array(160);
  profile.set(ascii('GRAY'), 16);
  profile.set(ascii(connectionSpace), 20);
  profile.set(ascii('acsp'), 36);
  const curve = concat(ascii('curv'), uint32(0), uint32(1), uint16(gamma * 256), uint16(0));
  profile.set(concat(uint32(1), ascii('kTRC'), uint32(144), uint32(14)), 128);
  profile.set(curve, 144);
  return profile;
}

async function embeddedProfiles(file: Uint8Array): Promise<(Uint8Array | null)[]> {
  const { parts } = await prepare(file);
  return parts.map(({ bytes }) => readIccProfile(bytes));
}

const xyzOf = (profile: Uint8Array, tag: string): readonly number[] | null =>
  readXyz(parseIccProfile(profile)?.tags.get(tag) ?? new Uint8Array());

describe('a profile of the source', () => {
  const kept = Array.from({ length: 4 }, () => P3_PROFILE);

  it('is kept byte for byte from a JPEG, in every part', async () => {
    const jpeg = await encodeJpeg(PICTURE);
    const file = insertSegments(jpeg, ...iccSegments(P3_PROFILE, 1));
    expect(await embeddedProfiles(file)).toEqual(kept);
  });

  it('is put together from the segments of a JPEG in any order', async () => {
    const jpeg = await encodeJpeg(PICTURE);
    const file = insertSegments(jpeg, ...iccSegments(P3_PROFILE, 3).reverse());
    expect(await embeddedProfiles(file)).toEqual(kept);
  });

  it('is left out when a segment of it is missing', async () => {
    const jpeg = await encodeJpeg(PICTURE);
    const file = insertSegments(jpeg, ...iccSegments(P3_PROFILE, 3).slice(1));
    expect(await embeddedProfiles(file)).toEqual([null, null, null, null]);
  });

  it('is kept byte for byte from a PNG', async () => {
    expect(await embeddedProfiles(encodePng(PICTURE, [iccpChunk(P3_PROFILE)]))).toEqual(kept);
  });

  it('is left out when a PNG holds it damaged', async () => {
    const damaged = pngChunk('iCCP', ascii('name\0\0rubbish'));
    expect(await embeddedProfiles(encodePng(PICTURE, [damaged]))).toEqual([null, null, null, null]);
  });

  it('is kept byte for byte from a WebP', async () => {
    const image = imageChunk(await encodeWebp(PICTURE));
    const file = writeExtendedWebp(0x20, PICTURE, riffChunk('ICCP', P3_PROFILE), image);
    expect(await embeddedProfiles(file)).toEqual(kept);
  });

  it('is kept byte for byte from an AVIF, even beside code points', async () => {
    const colr = writeBox('colr', concat(ascii('prof'), P3_PROFILE));
    const file = addProperties(await encodeAvif(PICTURE), colr);
    expect(await embeddedProfiles(file)).toEqual(kept);
  });

  it('is left out when it says what sRGB says, whatever its name', async () => {
    const file = insertSegments(await encodeJpeg(PICTURE), ...iccSegments(SRGB_PROFILE, 1));
    expect(await embeddedProfiles(file)).toEqual([null, null, null, null]);
  });

  it('of gray is replaced by one for RGB with the same curve', () => {
    const profile = chooseProfile({ kind: 'icc', profile: grayProfile(1.8, 'XYZ ') });
    const read = parseIccProfile(profile ?? new Uint8Array());
    expect(read?.colorSpace).toBe('RGB ');
    for (const name of ['rTRC', 'gTRC', 'bTRC']) {
      const curve = read?.tags.get(name) ?? new Uint8Array();
      expect(evaluateCurve(curve, 0.5)).toBeCloseTo(0.5 ** 1.8, 2);
    }
  });

  it('is left out when it is for other pixels than the decoded ones, or none at all', () => {
    const cmyk = P3_PROFILE.slice();
    cmyk.set(ascii('CMYK'), 16);
    for (const profile of [grayProfile(1.8, 'Lab '), cmyk, ascii('nonsense'), new Uint8Array()]) {
      expect(chooseProfile({ kind: 'icc', profile })).toBeNull();
    }
  });
});

describe('colours declared without a profile', () => {
  it('as Display P3 in an AVIF get the profile of Display P3', async () => {
    const [profile] = await embeddedProfiles(setCodePoints(await encodeAvif(PICTURE), 12, 13));
    // As Apple's own profile of Display P3 has them.
    const red = xyzOf(profile ?? new Uint8Array(), 'rXYZ');
    expect(red?.[0]).toBeCloseTo(0.515_12, 4);
    expect(red?.[1]).toBeCloseTo(0.2412, 4);
    expect(red?.[2]).toBeCloseTo(-0.001_05, 4);
  });

  it('as Display P3 in a PNG get the same profile as in an AVIF', async () => {
    const cicp = pngChunk('cICP', Uint8Array.of(12, 13, 0, 1));
    const [fromPng] = await embeddedProfiles(encodePng(PICTURE, [cicp]));
    const [fromAvif] = await embeddedProfiles(setCodePoints(await encodeAvif(PICTURE), 12, 13));
    expect(fromPng).toEqual(fromAvif);
  });

  it.each([
    [1, 13],
    [2, 2],
    [1, 1],
  ])('as primaries %i and transfer %i are sRGB and need no profile', (primaries, transfer) => {
    expect(chooseProfile({ kind: 'code_points', codePoints: { primaries, transfer } })).toBeNull();
  });

  it.each([
    ['PQ', 9, 16],
    ['HLG', 9, 18],
    ['unknown primaries', 99, 13],
  ])('as %s are refused', (_, primaries, transfer) => {
    expect(() =>
      chooseProfile({ kind: 'code_points', codePoints: { primaries, transfer } }),
    ).toThrow(expect.objectContaining({ code: 'unsupported_color' }));
  });

  it('by a gamma of a PNG get a profile with that gamma', async () => {
    const gama = pngChunk('gAMA', uint32(100_000));
    const [profile] = await embeddedProfiles(encodePng(PICTURE, [gama]));
    const curve = parseIccProfile(profile ?? new Uint8Array())?.tags.get('rTRC');
    expect(evaluateCurve(curve ?? new Uint8Array(), 0.25)).toBeCloseTo(0.25, 4);
  });

  it('by the gamma and the primaries that mean sRGB need no profile', async () => {
    const points = [31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6000].map(uint32);
    const chunks = [pngChunk('gAMA', uint32(45_455)), pngChunk('cHRM', concat(...points))];
    expect(await embeddedProfiles(encodePng(PICTURE, chunks))).toEqual([null, null, null, null]);
  });

  it('by primaries that are no triangle fall back to those of sRGB', () => {
    const point = [0.3, 0.3] as const;
    const chromaticities = { red: point, green: point, blue: point, white: point };
    const profile = chooseProfile({ kind: 'gamma', gamma: 1, chromaticities });
    expect(profile).toEqual(chooseProfile({ kind: 'gamma', gamma: 1, chromaticities: null }));
  });
});

describe('a written profile', () => {
  it('has colorants that add up to the white of the connection space', () => {
    for (const [, chromaticities] of PRIMARIES) {
      const profile = writeRgbProfile('Any', chromaticities, SRGB_CURVE);
      const sum = [0, 1, 2].map((axis) =>
        ['rXYZ', 'gXYZ', 'bXYZ'].reduce(
          (total, tag) => total + (xyzOf(profile, tag)?.[axis] ?? 0),
          0,
        ),
      );
      expect(sum[0]).toBeCloseTo(0.9642, 3);
      expect(sum[1]).toBeCloseTo(1, 3);
      expect(sum[2]).toBeCloseTo(0.8249, 3);
    }
  });
});
