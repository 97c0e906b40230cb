import { describe, expect, it } from 'vitest';
import { resample } from '../../../src/imaging/resample.ts';
import type { CropBox, Pixels, Size } from '../../../src/shared/pixels.ts';
import { type Color, colorAt, distance, paint, RED } from './fixtures/images.ts';

const wholeOf = ({ width, height }: Size): CropBox => ({ left: 0, top: 0, width, height });

const draw = (source: Pixels, size: Size, crop = wholeOf(source)): Pixels =>
  resample(source, crop, size);

const ramp = (width: number, height: number): Pixels =>
  paint(width, height, (x, y) => [(x * 255) / width, (y * 255) / height, 0, 255]);

describe('resample', () => {
  it('keeps one colour exactly, at any size', () => {
    const source = paint(37, 23, () => RED);
    for (const size of [
      { width: 5, height: 3 },
      { width: 37, height: 23 },
      { width: 90, height: 7 },
    ]) {
      const { data } = draw(source, size);
      expect(data).toEqual(paint(size.width, size.height, () => RED).data);
    }
  });

  it('does not shift the image when it shrinks or grows', () => {
    const source = ramp(120, 80);
    for (const scale of [0.25, 3]) {
      const size = { width: 120 * scale, height: 80 * scale };
      const image = draw(source, size);
      const at = (x: number, y: number): Color => [
        ((x + 0.5) / size.width) * 255 - 1,
        ((y + 0.5) / size.height) * 255 - 1.5,
        0,
        255,
      ];
      for (const [x, y] of [
        [0.2, 0.3],
        [0.5, 0.5],
        [0.8, 0.6],
      ] as const) {
        const column = Math.floor(size.width * x);
        const row = Math.floor(size.height * y);
        expect(distance(colorAt(image, column, row), at(column, row))).toBeLessThan(3);
      }
    }
  });

  it('averages a pattern too fine for the result, without moiré', () => {
    const source = paint(400, 400, (x, y) =>
      (x + y) % 2 === 0 ? [0, 0, 0, 255] : [255, 255, 255, 255],
    );
    const image = draw(source, { width: 70, height: 70 });
    for (let at = 0; at < image.data.length; at += 4) {
      expect(Math.abs((image.data[at] ?? 0) - 127.5)).toBeLessThan(6);
    }
  });

  it('draws a crop whose edges lie between pixels', () => {
    const source = paint(4, 1, (x) => [x * 60, 0, 0, 255]);
    const crop = { left: 1.5, top: 0, width: 1, height: 1 };
    const image = draw(source, { width: 1, height: 1 }, crop);
    expect(image.data[0]).toBe(90);
  });

  it('takes no colour from transparent pixels, and does not overflow', () => {
    const source = paint(64, 64, (x) => (x < 32 ? [255, 0, 0, 0] : [0, 200, 0, 255]));
    const { data } = draw(source, { width: 25, height: 25 });
    for (let at = 0; at < data.length; at += 4) {
      if ((data[at + 3] ?? 0) === 0) continue;
      expect(data[at]).toBe(0);
      expect(Math.abs((data[at + 1] ?? 0) - 200)).toBeLessThanOrEqual(2);
    }
  });
});
