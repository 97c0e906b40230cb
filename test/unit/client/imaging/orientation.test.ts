import { describe, expect, it, vi } from 'vitest';
import type { PreparedImage } from '../../../../src/client/imaging/prepare-parts.ts';
import { concat, ascii, exifWith } from '../../imaging/fixtures/bytes.ts';
import {
  encodePng,
  exifSegment,
  imageChunk,
  insertSegments,
  pngChunk,
  riffChunk,
  writeExtendedWebp,
} from '../../imaging/fixtures/craft.ts';
import { addProperties, writeBox } from '../../imaging/fixtures/craft-avif.ts';
import { encodeAvif, encodeJpeg, encodeWebp } from '../../imaging/fixtures/encoders.ts';
import {
  BLUE,
  distance,
  GREEN,
  paintQuadrants,
  quadrantColors,
  RED,
  storeTurned,
  WHITE,
} from '../../imaging/fixtures/images.ts';
import { decodePart, partOf, prepareSmall } from './fixtures/prepare.ts';

// Real codecs take seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const UPRIGHT = paintQuadrants(96, 64);
const ORIENTATIONS = [1, 2, 3, 4, 5, 6, 7, 8];
/** Length of IEND. */
const PNG_END_BYTES = 12;
// Allows for chroma subsampling and two lossy encoders.
const TOLERANCE = 24;

async function expectUpright(image: PreparedImage): Promise<void> {
  expect(image.source).toMatchObject({ width: 96, height: 64 });
  for (const kind of ['master', 'gallery', 'admin', 'publish_source'] as const) {
    const pixels = await decodePart(image, kind);
    const { width, height } = partOf(image, kind);
    expect(pixels, kind).toMatchObject({ width, height });
    const colors = quadrantColors(pixels);
    for (const [index, expected] of [RED, GREEN, BLUE, WHITE].entries()) {
      expect(distance(colors[index] ?? RED, expected), `${kind}, quadrant ${index}`).toBeLessThan(
        TOLERANCE,
      );
    }
  }
}

describe('orientation', () => {
  it.each(ORIENTATIONS)(
    'a JPEG with EXIF orientation %i comes out upright',
    async (orientation) => {
      const stored = await encodeJpeg(storeTurned(UPRIGHT, orientation));
      await expectUpright(
        await prepareSmall(insertSegments(stored, exifSegment(exifWith(orientation)))),
      );
    },
  );

  it.each(ORIENTATIONS)('a PNG with EXIF orientation %i comes out upright', async (orientation) => {
    const chunk = pngChunk('eXIf', exifWith(orientation));
    await expectUpright(await prepareSmall(encodePng(storeTurned(UPRIGHT, orientation), [chunk])));
  });

  it('a WebP with an EXIF orientation stays as it is stored, as in browsers', async () => {
    const image = imageChunk(await encodeWebp(UPRIGHT));
    for (const tiff of [exifWith(6), concat(ascii('Exif\0\0'), exifWith(3))]) {
      const exif = riffChunk('EXIF', tiff);
      await expectUpright(await prepareSmall(writeExtendedWebp(0x08, UPRIGHT, image, exif)));
    }
  });

  it('a PNG with an EXIF orientation after its image data stays as it is stored', async () => {
    const png = encodePng(UPRIGHT);
    const end = png.length - PNG_END_BYTES;
    const chunk = pngChunk('eXIf', exifWith(6));
    await expectUpright(await prepareSmall(concat(png.subarray(0, end), chunk, png.subarray(end))));
  });

  it.each([
    { irot: null, imir: null, orientation: 1 },
    { irot: null, imir: 1, orientation: 2 },
    { irot: 2, imir: null, orientation: 3 },
    { irot: null, imir: 0, orientation: 4 },
    { irot: 1, imir: 0, orientation: 5 },
    { irot: 3, imir: null, orientation: 6 },
    { irot: 1, imir: 1, orientation: 7 },
    { irot: 1, imir: null, orientation: 8 },
    { irot: 3, imir: 1, orientation: 5 },
    { irot: 3, imir: 0, orientation: 7 },
    { irot: 2, imir: 1, orientation: 4 },
  ])('an AVIF with irot $irot and imir $imir comes out upright', async (transform) => {
    const { irot, imir, orientation } = transform;
    const boxes = [
      ...(irot === null ? [] : [writeBox('irot', Uint8Array.of(irot))]),
      ...(imir === null ? [] : [writeBox('imir', Uint8Array.of(imir))]),
    ];
    const stored = await encodeAvif(storeTurned(UPRIGHT, orientation));
    await expectUpright(await prepareSmall(addProperties(stored, ...boxes)));
  });

  it('a broken EXIF block, or orientation 9, is ignored', async () => {
    const stored = await encodeJpeg(UPRIGHT);
    for (const tiff of [exifWith(9), exifWith(6).subarray(0, 20), ascii('nonsense')]) {
      await expectUpright(await prepareSmall(insertSegments(stored, exifSegment(tiff))));
    }
  });
});
