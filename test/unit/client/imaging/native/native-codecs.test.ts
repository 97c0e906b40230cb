import { describe, expect, it, vi } from 'vitest';
import {
  type BrowserImaging,
  createNativeCodecs,
} from '../../../../../src/client/imaging/native/native-codecs.ts';
import { PrepareError } from '../../../../../src/client/imaging/prepare-error.ts';
import { prepareParts } from '../../../../../src/client/imaging/prepare-parts.ts';
import type { ImageType } from '../../../../../src/imaging/sniff.ts';
import { inspectSource } from '../../../../../src/imaging/source/inspect-source.ts';
import { ascii, concat, exifWith } from '../../../imaging/fixtures/bytes.ts';
import {
  encodePng,
  exifSegment,
  iccpChunk,
  iccSegments,
  imageChunk,
  insertSegments,
  pngChunk,
  riffChunk,
  writeExtendedWebp,
} from '../../../imaging/fixtures/craft.ts';
import { addProperties, setCodePoints, writeBox } from '../../../imaging/fixtures/craft-avif.ts';
import { tableProfile } from '../../../imaging/fixtures/craft-icc.ts';
import { codecs, encodeAvif, encodeJpeg, encodeWebp } from '../../../imaging/fixtures/encoders.ts';
import { meanDifferences, paint, storeTurned } from '../../../imaging/fixtures/images.ts';
import { decodePart } from '../fixtures/prepare.ts';
import { SMALL_RECIPE } from '../fixtures/recipe.ts';

// Real codecs take seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const UPRIGHT = paint(240, 160, (x, y) => [x, y + 60, (x + y) / 2, 255]);
const CLEAR = paint(240, 160, (x, y) => [x, y + 60, 90, Math.min(255, x + 8)]);
const TURNED = storeTurned(UPRIGHT, 6);
/** Too large to embed, so it is applied. It exchanges red and blue. */
const PROFILE = tableProfile('mft2', 'RGB ', ([red = 0, green = 0, blue = 0]) => [
  blue,
  green,
  red,
]);

/** Mean of a channel: a rounding of pixels may become a quantization step of a block. */
const MAX_DIFFERENCE = 2;

/** A browser that decodes as told and writes WebP. */
const BROWSER: BrowserImaging = {
  async decode(file, mimeType) {
    const { color, orientation } = await inspectSource(mimeType as ImageType, file);
    const isLeft = mimeType === 'image/avif' || orientation === 1;
    expect({ isLeft, color: color.kind }).toEqual({ isLeft: true, color: expect.any(String) });
    if (color.kind === 'code_points') {
      expect(color.codePoints).toEqual({ primaries: 1, transfer: 13 });
    } else expect(color.kind).toBe('srgb');
    return codecs.decode(mimeType as ImageType, file);
  },
  encode: (pixels, quality) => codecs.encodeWebp(pixels, quality),
};
const PNG_BROWSER: BrowserImaging = {
  ...BROWSER,
  encode: async (pixels) => new Uint8Array(encodePng(pixels)),
};
const NO_SPARE = {
  encodeWebp: async () => {
    throw new PrepareError('codec_unavailable', 'It did not load');
  },
};

async function differencesOf(file: Uint8Array, imaging = BROWSER): Promise<number> {
  const native = createNativeCodecs(imaging, codecs);
  const made = await prepareParts(file, SMALL_RECIPE, native);
  const expected = await prepareParts(file, SMALL_RECIPE, codecs);
  const sizes = ({ parts }: typeof made) =>
    parts.map(({ kind, width, height }) => [kind, width, height]);
  expect([made.source, sizes(made)]).toEqual([expected.source, sizes(expected)]);
  const differences = await Promise.all(
    expected.parts.map(async ({ kind }) =>
      meanDifferences(await decodePart(made, kind), await decodePart(expected, kind)),
    ),
  );
  return Math.max(...differences.flat());
}

describe('codecs of a browser', () => {
  it.each([
    ['a JPEG', async () => encodeJpeg(UPRIGHT)],
    [
      'a turned JPEG',
      async () => insertSegments(await encodeJpeg(TURNED), exifSegment(exifWith(6))),
    ],
    [
      'a JPEG with a profile',
      async () => insertSegments(await encodeJpeg(UPRIGHT), ...iccSegments(PROFILE, 1)),
    ],
    ['a turned PNG', async () => encodePng(TURNED, [pngChunk('eXIf', exifWith(6))])],
    ['a PNG with a profile', async () => encodePng(UPRIGHT, [iccpChunk(PROFILE)])],
    ['a PNG with transparency', async () => encodePng(CLEAR)],
    [
      'a turned WebP with a profile',
      async () => {
        const image = imageChunk(await encodeWebp(TURNED));
        const exif = riffChunk('EXIF', exifWith(6));
        return writeExtendedWebp(0x28, TURNED, riffChunk('ICCP', PROFILE), image, exif);
      },
    ],
    ['a WebP with transparency', async () => encodeWebp(CLEAR)],
    [
      'a turned AVIF',
      async () => addProperties(await encodeAvif(TURNED), writeBox('irot', Uint8Array.of(3))),
    ],
    ['an AVIF in Display P3', async () => setCodePoints(await encodeAvif(UPRIGHT), 12, 13)],
    [
      'an AVIF with a profile',
      async () =>
        addProperties(await encodeAvif(UPRIGHT), writeBox('colr', concat(ascii('prof'), PROFILE))),
    ],
  ])('make the same parts of %s', async (_, make) => {
    expect(await differencesOf(await make())).toBeLessThan(MAX_DIFFERENCE);
  });

  it('use the spare encoder where the canvas writes PNG', async () => {
    expect(await differencesOf(encodePng(CLEAR), PNG_BROWSER)).toBeLessThan(MAX_DIFFERENCE);
  });

  it('use the spare encoder where the canvas writes another size', async () => {
    const other = await encodeWebp(paint(9, 9, () => [1, 2, 3, 255]));
    const imaging = { ...BROWSER, encode: async () => new Uint8Array(other) };
    expect(await differencesOf(encodePng(UPRIGHT), imaging)).toBeLessThan(MAX_DIFFERENCE);
  });

  it('fail where nothing can write WebP', async () => {
    const native = createNativeCodecs(PNG_BROWSER, NO_SPARE);
    await expect(prepareParts(encodePng(UPRIGHT), SMALL_RECIPE, native)).rejects.toMatchObject({
      code: 'codec_unavailable',
      message: expect.stringContaining('This browser cannot write WebP'),
    });
  });

  it('refuse an image of another size than declared, or that the browser cannot decode', async () => {
    for (const decode of [async () => UPRIGHT, () => Promise.reject(new Error('no image'))]) {
      const native = createNativeCodecs({ ...BROWSER, decode }, codecs);
      const file = encodePng(paint(241, 160, () => [1, 2, 3, 255]));
      await expect(prepareParts(file, SMALL_RECIPE, native)).rejects.toMatchObject({
        code: 'malformed',
      });
    }
  });
});
