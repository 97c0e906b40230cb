import { describe, expect, it } from 'vitest';

import {
  fitMark,
  layOutText,
  placeMark,
  WATERMARK_POSITIONS,
  type WatermarkPosition,
} from '../../../src/shared/watermark-layout.ts';

const IMAGE = { width: 1000, height: 500 };
const MARK = { width: 100, height: 40 };

describe('placeMark', () => {
  const corners: Record<WatermarkPosition, [number, number]> = {
    top_left: [50, 50],
    top: [450, 50],
    top_right: [850, 50],
    left: [50, 230],
    center: [450, 230],
    right: [850, 230],
    bottom_left: [50, 410],
    bottom: [450, 410],
    bottom_right: [850, 410],
  };

  it.each(WATERMARK_POSITIONS)('keeps the margin of the shorter edge at %s', (position) => {
    const [x, y] = corners[position];
    expect(placeMark(MARK, IMAGE, { position, margin: 0.1, tiling: false })).toEqual([{ x, y }]);
  });

  it('covers the whole image with tiles that do not touch', () => {
    const points = placeMark(MARK, IMAGE, { position: 'center', margin: 0.1, tiling: true });
    const rows = [...new Set(points.map(({ y }) => y))];
    expect(rows).toEqual([50, 140, 230, 320, 410]);
    expect(points.filter(({ y }) => y === 50).map(({ x }) => x)).toEqual([
      50, 200, 350, 500, 650, 800, 950,
    ]);
    expect(points.find(({ y }) => y === 140)?.x).toBe(-25);
  });

  it('terminates without margin and size', () => {
    const dot = { width: 1, height: 1 };
    const points = placeMark(
      dot,
      { width: 4, height: 4 },
      {
        position: 'center',
        margin: 0,
        tiling: true,
      },
    );
    expect(points.length).toBeLessThan(16);
  });
});

describe('fitMark', () => {
  it('takes the configured share of the width', () => {
    expect(fitMark(MARK, IMAGE, { scale: 0.25, margin: 0.02 })).toEqual({
      width: 250,
      height: 100,
    });
  });

  it('shrinks a mark that would be too tall, or too wide for the margins', () => {
    const tower = { width: 10, height: 100 };
    expect(fitMark(tower, IMAGE, { scale: 0.5, margin: 0.1 })).toEqual({ width: 40, height: 400 });
    expect(fitMark(MARK, IMAGE, { scale: 1, margin: 0.1 }).width).toBe(900);
  });

  it('leaves at least one pixel of the mark', () => {
    const sliver = { width: 1000, height: 1 };
    expect(fitMark(sliver, { width: 3, height: 3 }, { scale: 0.1, margin: 0.5 })).toEqual({
      width: 1,
      height: 1,
    });
  });
});

describe('layOutText', () => {
  const INK = { width: 400, height: 50 };
  const LARGE = { width: 2048, height: 1365 };

  it('makes the ink as wide as its share of the image, and keeps room for the shadow around it', () => {
    const { fontPx, size, inset, softness } = layOutText(INK, LARGE, { scale: 0.25, margin: 0.03 });
    expect(fontPx).toBeCloseTo((64 * 512) / 400);
    expect([softness, inset]).toEqual([3, 7]);
    expect(size).toEqual({ width: 512 + 14, height: 64 + 14 });
  });

  it('keeps a short word from filling the image', () => {
    const { fontPx } = layOutText({ width: 40, height: 50 }, LARGE, { scale: 1, margin: 0 });
    expect(fontPx).toBeCloseTo(0.12 * 1365);
  });
});
