import { describe, expect, it } from 'vitest';

import type { Pixels } from '../../../../src/lib/pixels.ts';
import { blendOverlay } from '../../../../src/codecs/watermark/blend.ts';
import type { Overlay } from '../../../../src/codecs/watermark/blend.ts';

const fill = (width: number, height: number, rgba: readonly number[]): Pixels => {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let at = 0; at < data.length; at += 4) data.set(rgba, at);
  return { width, height, data };
};

const at = ({ data, width }: Pixels, x: number, y: number): number[] => [
  ...data.subarray(4 * (y * width + x), 4 * (y * width + x) + 4),
];

const WHITE: Overlay = fill(2, 2, [255, 255, 255, 255]);

describe('blendOverlay', () => {
  it('changes the pixels below the mark and no other', () => {
    const pixels = fill(5, 4, [10, 20, 30, 255]);
    blendOverlay(pixels, WHITE, { x: 2, y: 1 }, 1);
    const changed: string[] = [];
    for (let y = 0; y < 4; y += 1) {
      for (let x = 0; x < 5; x += 1) if (at(pixels, x, y)[0] !== 10) changed.push(`${x},${y}`);
    }
    expect(changed).toEqual(['2,1', '3,1', '2,2', '3,2']);
    expect(at(pixels, 2, 1)).toEqual([255, 255, 255, 255]);
  });

  it('mixes by opacity', () => {
    const pixels = fill(2, 2, [0, 100, 200, 255]);
    blendOverlay(pixels, WHITE, { x: 0, y: 0 }, 0.5);
    expect(at(pixels, 0, 0)).toEqual([128, 178, 228, 255]);
    blendOverlay(pixels, WHITE, { x: 0, y: 0 }, 0);
    expect(at(pixels, 1, 1)).toEqual([128, 178, 228, 255]);
  });

  it('is seen on transparent ground, in its own colour', () => {
    const pixels = fill(2, 2, [90, 90, 90, 0]);
    blendOverlay(pixels, fill(2, 2, [100, 0, 0, 100]), { x: 0, y: 0 }, 1);
    expect(at(pixels, 0, 0)).toEqual([255, 0, 0, 100]);
  });

  it('leaves out what lies beyond the edges', () => {
    const pixels = fill(2, 2, [0, 0, 0, 255]);
    blendOverlay(pixels, WHITE, { x: -1, y: 1 }, 1);
    blendOverlay(pixels, WHITE, { x: 2, y: 0 }, 1);
    blendOverlay(pixels, WHITE, { x: 0, y: -2 }, 1);
    expect([at(pixels, 0, 0), at(pixels, 1, 0), at(pixels, 0, 1), at(pixels, 1, 1)]).toEqual([
      [0, 0, 0, 255],
      [0, 0, 0, 255],
      [255, 255, 255, 255],
      [0, 0, 0, 255],
    ]);
  });
});
