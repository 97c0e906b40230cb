import { describe, expect, it, vi } from 'vitest';
import { PRIMARIES, SRGB_CHROMATICITIES } from '../../../../src/imaging/color/code-points.ts';
import { parseIccProfile, readXyz } from '../../../../src/imaging/color/icc-reader.ts';
import {
  encodeParametricCurve,
  writeRgbProfile,
} from '../../../../src/imaging/color/icc-writer.ts';
import { planColor } from '../../../../src/imaging/color/plan-color.ts';
import { planSrgb } from '../../../../src/worker/imaging/derive/plan-srgb.ts';
import { readAvifHeader } from '../../../../src/imaging/source/avif-header.ts';
import { readJpegHeader } from '../../../../src/imaging/source/jpeg-header.ts';
import { readPngHeader } from '../../../../src/imaging/source/png-header.ts';
import type { Pixels } from '../../../../src/shared/pixels.ts';
import { readIccProfile } from '../../../../src/imaging/webp/mux.ts';
import { isSrgbCurve } from '../../../../src/imaging/color/srgb.ts';
import { ascii, concat, uint32 } from '../fixtures/bytes.ts';
import {
  encodePng,
  iccpChunk,
  iccSegments,
  imageChunk,
  insertSegments,
  jpegHeaders,
  pngChunk,
  riffChunk,
  writeExtendedWebp,
  writePng,
} from '../fixtures/craft.ts';
import { grayProfile, tableProfile } from '../fixtures/craft-icc.ts';
import {
  addProperties,
  makeGrid,
  setAv1Flags,
  setCodePoints,
  writeBox,
} from '../fixtures/craft-avif.ts';
import { encodeAvif, encodeJpeg, encodeWebp } from '../fixtures/encoders.ts';
import { paint, paintQuadrants } from '../fixtures/images.ts';
import { decodePart, prepareSmall } from '../../client/imaging/fixtures/prepare.ts';

// Real codecs take seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const PICTURE = paintQuadrants(48, 32);
const DISPLAY_P3 = PRIMARIES.get(12) ?? SRGB_CHROMATICITIES;
const SRGB_CURVE = encodeParametricCurve([2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.040_45]);
// Of odd length, so that the chunk is padded.
const P3_PROFILE = concat(writeRgbProfile('P3', DISPLAY_P3, SRGB_CURVE), Uint8Array.of(7));
const SRGB_PROFILE = writeRgbProfile('Some name', SRGB_CHROMATICITIES, SRGB_CURVE);

/** Applies a plan to one colour. */
function convertColor(
  { conversion }: ReturnType<typeof planColor>,
  red: number,
  green: number,
  blue: number,
): number[] {
  const data = Uint8ClampedArray.of(red, green, blue, 77);
  conversion?.({ width: 1, height: 1, data } satisfies Pixels);
  return [...data];
}

const expectNear = (actual: readonly number[], expected: readonly number[], tolerance: number) => {
  for (const [index, value] of expected.entries()) {
    expect(Math.abs((actual[index] ?? 0) - value)).toBeLessThanOrEqual(tolerance);
  }
};

const encodeSrgb = (light: number): number =>
  255 * (light <= 0.003_130_8 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055);

const BARE = { width: 8, height: 8, bitDepth: 8, rows: [] };

const PLAIN = { profile: null, conversion: null };

async function embeddedProfiles(file: Uint8Array): Promise<(Uint8Array | null)[]> {
  const { parts } = await prepareSmall(file);
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

  it('is joined from the segments of a JPEG in any order', async () => {
    const jpeg = await encodeJpeg(PICTURE);
    const file = insertSegments(jpeg, ...iccSegments(P3_PROFILE, 3).reverse());
    expect(await embeddedProfiles(file)).toEqual(kept);
  });

  it('is dropped when a segment is missing', async () => {
    const jpeg = await encodeJpeg(PICTURE);
    const file = insertSegments(jpeg, ...iccSegments(P3_PROFILE, 3).slice(1));
    expect(await embeddedProfiles(file)).toEqual([null, null, null, null]);
  });

  it('is kept byte for byte from a PNG', async () => {
    expect(await embeddedProfiles(encodePng(PICTURE, [iccpChunk(P3_PROFILE)]))).toEqual(kept);
  });

  it('is dropped when a PNG’s copy is damaged', async () => {
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

  it('is dropped when it is equivalent to sRGB, whatever its name', async () => {
    const file = insertSegments(await encodeJpeg(PICTURE), ...iccSegments(SRGB_PROFILE, 1));
    expect(await embeddedProfiles(file)).toEqual([null, null, null, null]);
  });

  it('of gray is applied to a gray image, by its curve', async () => {
    const plan = planColor({ kind: 'icc', profile: grayProfile(1.8, 'XYZ '), isGray: true });
    expect(plan.profile).toBeNull();
    const expected = encodeSrgb((100 / 255) ** 1.8);
    expectNear(convertColor(plan, 100, 100, 100), [expected, expected, expected, 77], 1);
  });

  it('of gray is applied to a gray AVIF and to a grid of gray tiles', async () => {
    const colr = writeBox('colr', concat(ascii('prof'), grayProfile(1.8, 'XYZ ')));
    const gray = addProperties(setAv1Flags(await encodeAvif(PICTURE), 0x10), colr);
    for (const file of [gray, makeGrid(gray, 48, 32)]) {
      const { color } = readAvifHeader(file);
      expect(color).toMatchObject({ kind: 'icc', isGray: true });
    }
  });

  it('of gray is ignored for an image with colours', async () => {
    const profile = grayProfile(1.8, 'XYZ ');
    expect(planColor({ kind: 'icc', profile, isGray: false })).toEqual(PLAIN);
    const palette = pngChunk('PLTE', Uint8Array.of(200, 100, 50));
    const rows = [new Uint8Array(8), new Uint8Array(8)];
    const chunks = [iccpChunk(profile), palette];
    const indexed = { width: 8, height: 2, bitDepth: 8, colorType: 3, rows, chunks };
    const master = await decodePart(await prepareSmall(writePng(indexed)), 'master');
    expectNear([...master.data.subarray(0, 3)], [200, 100, 50], 4);
  });

  it('for other channels is ignored in a PNG, but kept in a gray JPEG', async () => {
    const [gray, small] = [grayProfile(1.8, 'XYZ '), P3_PROFILE];
    const large = concat(P3_PROFILE, new Uint8Array(12_000));
    for (const [colorType, unfit, fit] of [
      [0, [small, large], gray],
      [4, [small, large], gray],
      [2, [gray], small],
      [3, [gray], large],
      [6, [gray], small],
    ] as const) {
      const colorOf = async (profile: Uint8Array) =>
        (await readPngHeader(writePng({ ...BARE, colorType, chunks: [iccpChunk(profile)] }))).color;
      for (const profile of unfit) expect(planColor(await colorOf(profile))).toEqual(PLAIN);
      expect(planColor(await colorOf(fit))).not.toEqual(PLAIN);
    }
    const jpeg = insertSegments(jpegHeaders(8, 8, 1), ...iccSegments(small, 1));
    expect(planColor(readJpegHeader(jpeg).color).profile).toEqual(small);
  });

  it('is dropped when it is for other channels, or not a profile', () => {
    const cmyk = P3_PROFILE.slice();
    cmyk.set(ascii('CMYK'), 16);
    for (const profile of [grayProfile(1.8, 'Lab '), cmyk, ascii('nonsense'), new Uint8Array()]) {
      expect(planColor({ kind: 'icc', profile, isGray: true })).toEqual(PLAIN);
    }
  });

  it.each([
    ['mft1', 6],
    ['mft2', 3],
    ['mAB ', 3],
  ] as const)('of more than 10 KB with a table (%s) is applied and dropped', (type, tolerance) => {
    const profile = tableProfile(type, 'RGB ', ([red = 0, green = 0, blue = 0]) => [
      blue,
      green,
      red,
    ]);
    const plan = planColor({ kind: 'icc', profile, isGray: false });
    expect(plan.profile).toBeNull();
    for (const color of [
      [200, 60, 100],
      [255, 255, 255],
      [0, 0, 0],
      [13, 140, 250],
    ] as const) {
      const [red, green, blue] = color;
      expectNear(convertColor(plan, red, green, blue), [blue, green, red, 77], tolerance);
    }
  });

  it('of more than 10 KB with curves and colorants is applied and dropped', async () => {
    const profile = concat(P3_PROFILE, new Uint8Array(12_000));
    const plan = planColor({ kind: 'icc', profile, isGray: false });
    expect(plan.profile).toBeNull();
    expectNear(convertColor(plan, 128, 128, 128), [128, 128, 128], 1);
    // A red of sRGB in Display P3, and a red outside sRGB.
    expectNear(convertColor(plan, 234, 51, 35), [255, 0, 0], 3);
    expectNear(convertColor(plan, 255, 0, 0), [255, 0, 0], 1);
    expect(await embeddedProfiles(encodePng(PICTURE, [iccpChunk(profile)]))).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  it.each([1, 1.8, 2.6])('of more than 10 KB with a gamma of %f keeps dark colours', (gamma) => {
    const curve = encodeParametricCurve([gamma, 1, 0, 1, 0]);
    const profile = concat(
      writeRgbProfile('Gamma', SRGB_CHROMATICITIES, curve),
      new Uint8Array(12_000),
    );
    const plan = planColor({ kind: 'icc', profile, isGray: false });
    const exact = (value: number): number => encodeSrgb((value / 255) ** gamma);
    for (const [red, green, blue] of [
      [2, 2, 2],
      [4, 4, 4],
      [8, 8, 8],
      [2, 8, 60],
      [255, 4, 90],
    ] as const) {
      const converted = convertColor(plan, red, green, blue);
      expectNear(converted, [exact(red), exact(green), exact(blue), 77], 2);
    }
  });

  it('whose table is truncated is dropped, and the image is accepted', () => {
    const words = tableProfile('mft2', 'RGB ', () => [0, 0, 0]);
    // No grid points, and one entry for each channel.
    words.set([0], 144 + 10);
    words.set([0, 1], 144 + 50);
    const stages = tableProfile('mAB ', 'RGB ', () => [0, 0, 0]);
    const gridAt = 144 + new DataView(stages.buffer).getUint32(144 + 24);
    stages.set([0, 0, 0], gridAt);
    for (const [profile, bytes] of [
      [words, 52 + 18],
      [stages, gridAt - 144 + 20 + 6],
    ] as const) {
      profile.set(uint32(bytes), 140);
      const padded = concat(profile.subarray(0, 144 + bytes), new Uint8Array(12_000));
      expect(planSrgb({ kind: 'icc', profile: padded, isGray: false })).toBeNull();
    }
  });

  it('of more than 10 KB without known tags is dropped', () => {
    const profile = tableProfile('mft2', 'RGB ', () => [0, 0, 0]);
    profile.set(ascii('xxxx'), 144);
    expect(planColor({ kind: 'icc', profile, isGray: false })).toEqual(PLAIN);
  });
});

describe('colours declared without a profile', () => {
  it('as Display P3 in an AVIF get the profile of Display P3', async () => {
    const [profile] = await embeddedProfiles(setCodePoints(await encodeAvif(PICTURE), 12, 13));
    // As in Apple's profile of Display P3.
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
    [0, 0],
    [3, 3],
    [1, 1],
    [1, 6],
    [1, 14],
    [1, 15],
  ])('as primaries %i and transfer %i are sRGB and need no profile', (primaries, transfer) => {
    expect(planColor({ kind: 'code_points', codePoints: { primaries, transfer } })).toEqual(PLAIN);
  });

  it.each([
    ['PQ', 9, 16],
    ['HLG', 9, 18],
    ['unknown primaries', 99, 13],
  ])('as %s are refused', (_, primaries, transfer) => {
    expect(() => planColor({ kind: 'code_points', codePoints: { primaries, transfer } })).toThrow(
      expect.objectContaining({ code: 'unsupported_color' }),
    );
  });

  it.each([
    [9, 14],
    [9, 15],
    [9, 1],
    [6, 6],
    [5, 6],
  ])('as primaries %i with video curve %i keep only the primaries', (primaries, transfer) => {
    const codePoints = { primaries, transfer };
    const { profile, conversion } = planColor({ kind: 'code_points', codePoints });
    expect(conversion).toBeNull();
    const curve = parseIccProfile(profile ?? new Uint8Array())?.tags.get('rTRC');
    expect(isSrgbCurve(curve ?? new Uint8Array())).toBe(true);
  });

  it('as linear light in an AVIF are encoded as sRGB', async () => {
    const plan = planColor({ kind: 'code_points', codePoints: { primaries: 1, transfer: 8 } });
    expect(plan.profile).toBeNull();
    const expected = [20, 100, 255].map((value) => encodeSrgb(value / 255));
    expectNear(convertColor(plan, 20, 100, 255), [...expected, 77], 1);
    const gray = paint(48, 32, () => [55, 55, 55, 255]);
    const file = setCodePoints(await encodeAvif(gray), 1, 8);
    const master = await decodePart(await prepareSmall(file), 'master');
    expectNear([...master.data.subarray(0, 3)], Array(3).fill(encodeSrgb(55 / 255)), 4);
  });

  it('as linear light of Display P3 keep their primaries', () => {
    const linear = planColor({ kind: 'code_points', codePoints: { primaries: 12, transfer: 8 } });
    const usual = planColor({ kind: 'code_points', codePoints: { primaries: 12, transfer: 13 } });
    expect(linear.profile).toEqual(usual.profile);
    expect(linear.conversion).not.toBeNull();
  });

  it('by a gamma of a PNG are encoded as sRGB', async () => {
    const gama = pngChunk('gAMA', uint32(100_000));
    const gray = paint(48, 32, () => [55, 55, 55, 255]);
    const image = await prepareSmall(encodePng(gray, [gama]));
    const master = await decodePart(image, 'master');
    expectNear([...master.data.subarray(0, 3)], Array(3).fill(encodeSrgb(55 / 255)), 3);
    expect(readIccProfile(image.parts[0]?.bytes ?? new Uint8Array())).toBeNull();
  });

  it.each([
    ['gray of 8 bits', 8, 0, 1],
    ['gray of 16 bits', 16, 0, 2],
    ['gray of 16 bits with alpha', 16, 4, 4],
    ['RGB of 16 bits', 16, 2, 6],
  ])('by a gamma of a PNG in %s are encoded as sRGB', async (_, bitDepth, colorType, bytes) => {
    const row = new Uint8Array(48 * bytes).fill(128);
    const opaque = row.map((value, at) => (colorType === 4 && at % bytes >= 2 ? 255 : value));
    const rows = Array.from({ length: 32 }, () => opaque);
    const chunks = [pngChunk('gAMA', uint32(62_500))];
    const file = writePng({ width: 48, height: 32, bitDepth, colorType, rows, chunks });
    const master = await decodePart(await prepareSmall(file), 'master');
    // Chromium shows 156, Firefox 154.
    expectNear([...master.data.subarray(0, 3)], Array(3).fill(156), 3);
  });

  it('by a gamma and primaries equal to sRGB need no profile', async () => {
    const points = [31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6000].map(uint32);
    const chunks = [pngChunk('gAMA', uint32(45_455)), pngChunk('cHRM', concat(...points))];
    expect(await embeddedProfiles(encodePng(PICTURE, chunks))).toEqual([null, null, null, null]);
  });

  it('by primaries that form no triangle fall back to those of sRGB', () => {
    const point = [0.3, 0.3] as const;
    const chromaticities = { red: point, green: point, blue: point, white: point };
    const { profile, conversion } = planColor({ kind: 'gamma', gamma: 1, chromaticities });
    expect(profile).toBeNull();
    expect(conversion).not.toBeNull();
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
