import sharp, { type Sharp } from 'sharp';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { PRIMARIES, SRGB_CHROMATICITIES } from '../../../../src/imaging/color/code-points.ts';
import {
  encodeParametricCurve,
  writeRgbProfile,
} from '../../../../src/imaging/color/icc-writer.ts';
import type { Pixels, Size } from '../../../../src/shared/pixels.ts';
import type { CodecEngine } from '../../../../src/worker/imaging/codec-engine.ts';
import { deriveWith } from '../../../../src/worker/imaging/derive/derive-with.ts';
import { concat } from '../fixtures/bytes.ts';
import {
  iccpChunk,
  iccSegments,
  imageChunk,
  insertSegments,
  riffChunk,
  writeExtendedWebp,
} from '../fixtures/craft.ts';
import { grayProfile } from '../fixtures/craft-icc.ts';
import { createNodeEngine } from '../fixtures/node-engine.ts';
import { fromPixels, readPixels, takePhotograph } from '../fixtures/sharp-images.ts';
import { meanDifference, ssim } from '../fixtures/ssim.ts';

// Real codecs take seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const STORED = { width: 403, height: 301 };
const WIDTHS = [403, 250, 101];
const MIN_SSIM = 0.99;
/** Of 255, in the mean. */
const MAX_COLOR_DIFFERENCE = 2;
const QUALITY = 95;
const SATURATION = 3;
const HAS_PROFILE = 0x20;
const HAS_ALPHA = 0x10;
/** A PNG's signature and header. */
const PNG_HEAD_BYTES = 33;

const SRGB_CURVE = encodeParametricCurve([2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.040_45]);
/** Adobe RGB (1998) Color Image Encoding, version 2005-05. */
const ADOBE_RGB = { ...SRGB_CHROMATICITIES, green: [0.21, 0.71] } as const;
const ADOBE_CURVE = encodeParametricCurve([563 / 256]);

const P3 = writeRgbProfile('Display P3', PRIMARIES.get(12) ?? SRGB_CHROMATICITIES, SRGB_CURVE);
const ADOBE = writeRgbProfile('Adobe RGB (1998)', ADOBE_RGB, ADOBE_CURVE);
const GRAY = grayProfile(1.4, 'XYZ ');

type Write = (image: Sharp, profile: Uint8Array) => Promise<Uint8Array>;

const bytesOf = async (image: Sharp): Promise<Uint8Array> => new Uint8Array(await image.toBuffer());

const writeJpeg: Write = async (image, profile) =>
  insertSegments(await bytesOf(image.jpeg({ quality: QUALITY })), ...iccSegments(profile, 1));

const writePng: Write = async (image, profile) => {
  const png = await bytesOf(image.png());
  const [head, rest] = [png.subarray(0, PNG_HEAD_BYTES), png.subarray(PNG_HEAD_BYTES)];
  return concat(head, iccpChunk(profile), rest);
};

const writeWebp: Write = async (image, profile) => {
  const webp = await bytesOf(image.webp({ quality: QUALITY }));
  return writeExtendedWebp(HAS_PROFILE, STORED, riffChunk('ICCP', profile), imageChunk(webp));
};

/** Sharp writes such a file in the extended format, whose first chunk gives way. */
const writeClearWebp: Write = async (image, profile) => {
  const chunks = imageChunk(await bytesOf(image.webp({ quality: QUALITY }))).subarray(18);
  return writeExtendedWebp(HAS_PROFILE | HAS_ALPHA, STORED, riffChunk('ICCP', profile), chunks);
};

const asIs = (image: Sharp): Sharp => image;
const toWords = (image: Sharp): Sharp => image.toColourspace('rgb16');
const toClear = (image: Sharp): Sharp => image.ensureAlpha(0.5);
const toGray = (image: Sharp): Sharp => image.toColourspace('b-w');
const toClearGray = (image: Sharp): Sharp => toGray(toClear(image));

/** Sharp reads no profile of a gray PNG: it gets the same pixels as JPEG. */
const writeGrayJpeg: Write = async (image, profile) =>
  insertSegments(await bytesOf(toGray(image).jpeg({ quality: 100 })), ...iccSegments(profile, 1));

interface Form {
  readonly name: string;
  readonly profile: Uint8Array;
  readonly change: (image: Sharp) => Sharp;
  readonly write: Write;
  /** For sharp, if it gets another file. */
  readonly writeTheirs?: Write;
}

const FORMS: readonly Form[] = [
  { name: 'a JPEG in Display P3', profile: P3, change: asIs, write: writeJpeg },
  { name: 'a JPEG in Adobe RGB', profile: ADOBE, change: asIs, write: writeJpeg },
  { name: 'a gray JPEG', profile: GRAY, change: toGray, write: writeJpeg },
  { name: 'a PNG in Display P3', profile: P3, change: asIs, write: writePng },
  { name: 'a PNG in Adobe RGB', profile: ADOBE, change: asIs, write: writePng },
  { name: 'a PNG of 16 bits in Display P3', profile: P3, change: toWords, write: writePng },
  { name: 'a PNG of 16 bits in Adobe RGB', profile: ADOBE, change: toWords, write: writePng },
  { name: 'a transparent PNG in Display P3', profile: P3, change: toClear, write: writePng },
  {
    name: 'a gray PNG',
    profile: GRAY,
    change: toGray,
    write: writePng,
    writeTheirs: writeGrayJpeg,
  },
  {
    name: 'a gray, transparent PNG',
    profile: GRAY,
    change: toClearGray,
    write: writePng,
    writeTheirs: writeGrayJpeg,
  },
  { name: 'a WebP in Display P3', profile: P3, change: asIs, write: writeWebp },
  { name: 'a WebP in Adobe RGB', profile: ADOBE, change: asIs, write: writeWebp },
  {
    name: 'a transparent WebP in Display P3',
    profile: P3,
    change: toClear,
    write: writeClearWebp,
  },
];

let engine: CodecEngine;
let stored: Pixels;
beforeAll(async () => {
  engine = await createNodeEngine();
  // Profiles differ most in pure colours.
  stored = await readPixels(takePhotograph(STORED).modulate({ saturation: SATURATION }));
});

const drawBySharp = (image: Sharp, size: Size): Promise<Pixels> =>
  readPixels(
    image
      .toColourspace('srgb')
      .removeAlpha()
      .resize({ ...size, fit: 'fill' }),
  );

describe('colours of a profile become those of sRGB, as by sharp,', () => {
  it.each(FORMS)('of $name', async ({ profile, change, write, writeTheirs }) => {
    const source = fromPixels(stored).removeAlpha();
    const file = await write(change(source.clone()), profile);
    const theirs = (await writeTheirs?.(source.clone(), profile)) ?? file;
    for (const width of WIDTHS) {
      const size = { width, height: Math.round((STORED.height * width) / STORED.width) };
      const made = await deriveWith(engine, file, { mimeType: 'image/png', size, quality: 80 });
      if (!made.ok) throw new Error(made.error);
      const ours = await readPixels(sharp(made.value.bytes).removeAlpha());
      // Of 16 bits, sharp makes Display P3 unless it is told.
      const expected = await drawBySharp(sharp(theirs).withIccProfile('srgb'), size);
      const ignored = await drawBySharp(sharp(theirs, { ignoreIcc: true }), size);
      expect(ssim(ours, expected), `${String(width)} px`).toBeGreaterThan(MIN_SSIM);
      const difference = meanDifference(ours, expected);
      expect(difference, `${String(width)} px`).toBeLessThan(MAX_COLOR_DIFFERENCE);
      // Less than half as far from sharp’s colours as from those without the profile.
      expect(difference * 2, `${String(width)} px`).toBeLessThan(meanDifference(ours, ignored));
    }
  });
});
