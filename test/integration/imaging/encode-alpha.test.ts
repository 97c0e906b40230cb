import { describe, expect, it } from 'vitest';

import { encodeAlpha } from '../../../src/worker/imaging/alpha/encode-alpha.ts';
import type { Pixels } from '../../../src/shared/pixels.ts';
import { addAlpha } from '../../../src/imaging/webp/mux.ts';
import { makeNoise, makePixels, makeWebp, readPixels } from '../../support/make-webp.ts';

const alphaOf = ({ data }: Pixels): Uint8Array =>
  Uint8Array.from({ length: data.length / 4 }, (_, i) => data[4 * i + 3] ?? 0);

const encodeAlphaOf = ({ width, height, data }: Pixels): Uint8Array =>
  encodeAlpha({ width, height, samples: data, first: 3, step: 4 });

/** The alpha plane as libwebp decodes it, under a grey image. */
const throughLibwebp = async (pixels: Pixels): Promise<Uint8Array> => {
  const grey = makePixels(pixels.width, pixels.height, () => [128, 128, 128, 255]);
  return alphaOf(await readPixels(addAlpha(await makeWebp(grey), encodeAlphaOf(pixels))));
};

describe('encodeAlpha', () => {
  it.each([
    ['one pixel', makePixels(1, 1, () => [0, 0, 0, 77])],
    ['a single column', makePixels(1, 300, (_, y) => [0, 0, 0, y % 256])],
    ['nothing at all', makePixels(40, 30, () => [0, 0, 0, 0])],
    ['everything', makePixels(40, 30, () => [0, 0, 0, 255])],
    ['a gradient', makePixels(400, 300, (x, y) => [0, 0, 0, (x + y) % 256])],
    [
      'a disc',
      makePixels(500, 500, (x, y) => [0, 0, 0, Math.hypot(x - 250, y - 250) < 200 ? 255 : 0]),
    ],
    ['runs longer than one copy', makePixels(2000, 40, (_, y) => [0, 0, 0, y < 20 ? 9 : 200])],
    ['noise', makeNoise(256, 256, false)],
    [
      'a few values among very many',
      makePixels(600, 600, (x, y) => [0, 0, 0, y === 0 ? x % 256 : (x * y) % 2]),
    ],
  ])('keeps every sample of %s', async (_, pixels) => {
    expect(await throughLibwebp(pixels)).toEqual(alphaOf(pixels));
  });

  it('compresses a shape', () => {
    const disc = makePixels(500, 500, (x, y) => [
      0,
      0,
      0,
      Math.hypot(x - 250, y - 250) < 200 ? 255 : 0,
    ]);
    expect(encodeAlphaOf(disc).length).toBeLessThan(4000);
  });
});
