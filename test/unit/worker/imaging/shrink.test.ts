import { expect, it } from 'vitest';
import { shrinkFactor, shrinkPixels } from '../../../../src/worker/imaging/shrink.ts';
import { colorAt, paint } from '../../imaging/fixtures/images.ts';

it('a shrunk image has the mean of each square, weighted by alpha', () => {
  const image = paint(5, 3, (x, y) =>
    x < 2 ? [x * 100, y * 100, 50, 255] : [x === 2 ? 80 : 200, 0, 0, x === 2 ? 255 : 0],
  );
  const shrunk = shrinkPixels(image, 2);
  expect([shrunk.width, shrunk.height]).toEqual([3, 2]);
  expect(colorAt(shrunk, 0, 0)).toEqual([50, 50, 50, 255]);
  expect(colorAt(shrunk, 1, 0)).toEqual([80, 0, 0, 128]);
  expect(colorAt(shrunk, 2, 0)[3]).toBe(0);
  // The remainder at the lower edge has its own mean.
  expect(colorAt(shrunk, 0, 1)).toEqual([50, 200, 50, 255]);
});

it('at least half of a reduction is left to the resampling kernel', () => {
  const target = { width: 100, height: 100 };
  expect(shrinkFactor({ width: 390, height: 500 }, target)).toBe(1);
  expect(shrinkFactor({ width: 400, height: 800 }, target)).toBe(2);
  expect(shrinkFactor({ width: 1e6, height: 1e6 }, target)).toBe(128);
});
