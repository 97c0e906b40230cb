import { describe, expect, it } from 'vitest';

import type { Pixels } from '../../../../../src/shared/pixels.ts';
import { resizeToOverlay } from '../../../../../src/worker/imaging/watermark/render-image.ts';

const fill = (width: number, height: number, paint: (x: number) => number[]): Pixels => {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let i = 0; i < width * height; i += 1) data.set(paint(i % width), 4 * i);
  return { width, height, data };
};

describe('resizeToOverlay', () => {
  it.each([
    [3, 2],
    [40, 7],
    [1, 1],
  ])('keeps a flat colour flat at %i × %i', (width, height) => {
    const flat = fill(16, 9, () => [200, 100, 50, 255]);
    const { data } = resizeToOverlay(flat, { width, height });
    expect(data.length).toBe(width * height * 4);
    for (let at = 0; at < data.length; at += 4) {
      expect([...data.subarray(at, at + 4)]).toEqual([200, 100, 50, 255]);
    }
  });

  it('premultiplies, so that transparent pixels do not bleed', () => {
    const halves = fill(8, 2, (x) => (x < 4 ? [255, 0, 0, 255] : [0, 255, 0, 0]));
    const { data } = resizeToOverlay(halves, { width: 4, height: 1 });
    for (let at = 0; at < data.length; at += 4) {
      expect(data[at + 1]).toBe(0);
      expect(data[at]).toBe(data[at + 3]);
    }
  });

  it('shrinks by averaging, not by skipping pixels', () => {
    const stripes = fill(64, 4, (x) => (x % 2 === 0 ? [0, 0, 0, 255] : [255, 255, 255, 255]));
    const { data } = resizeToOverlay(stripes, { width: 4, height: 4 });
    for (let at = 0; at < data.length; at += 4)
      expect(Math.abs((data[at] ?? 0) - 128)).toBeLessThan(8);
  });
});
