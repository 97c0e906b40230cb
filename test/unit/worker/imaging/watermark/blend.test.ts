import { describe, expect, it } from 'vitest';

import type { Planes } from '../../../../../src/imaging/engine/planes.ts';
import { blendOverlay, type Overlay } from '../../../../../src/worker/imaging/watermark/blend.ts';

const fillPlanes = (
  width: number,
  height: number,
  [y, u, v]: readonly [number, number, number],
  alpha: number | null = null,
): Planes => {
  const squares = Math.ceil(width / 2) * Math.ceil(height / 2);
  return {
    width,
    height,
    y: new Uint8Array(width * height).fill(y),
    u: new Uint8Array(squares).fill(u),
    v: new Uint8Array(squares).fill(v),
    alpha: alpha === null ? null : new Uint8Array(width * height).fill(alpha),
  };
};

const fillMark = (width: number, height: number, rgba: readonly number[]): Overlay => {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let at = 0; at < data.length; at += 4) data.set(rgba, at);
  return { width, height, data };
};

/** BT.601 in 16 to 235 and 240. */
const DARK_BLUE = [41, 240, 110] as const;
const WHITE = [235, 128, 128] as const;
const RED = [82, 90, 240] as const;

const WHITE_MARK = fillMark(2, 2, [255, 255, 255, 255]);

describe('blendOverlay', () => {
  it('changes only the luma below the mark, and the chroma of its squares by coverage', () => {
    const planes = fillPlanes(5, 4, DARK_BLUE);
    blendOverlay(planes, WHITE_MARK, { x: 2, y: 1 }, 1);
    expect([...planes.y]).toEqual(
      [
        [41, 41, 41, 41, 41],
        [41, 41, 235, 235, 41],
        [41, 41, 235, 235, 41],
        [41, 41, 41, 41, 41],
      ].flat(),
    );
    // Half of two squares: halfway to 128.
    expect([...planes.u]).toEqual([240, 184, 240, 240, 184, 240]);
    expect([...planes.v]).toEqual([110, 119, 110, 110, 119, 110]);
    expect(planes.alpha).toBeNull();
  });

  it('paints in the colours of the mark', () => {
    for (const [rgba, color] of [
      [[255, 255, 255, 255], WHITE],
      [[255, 0, 0, 255], RED],
      [[0, 0, 255, 255], DARK_BLUE],
      [
        [0, 0, 0, 255],
        [16, 128, 128],
      ],
    ] as const) {
      const planes = fillPlanes(2, 2, [100, 30, 200]);
      blendOverlay(planes, fillMark(2, 2, rgba), { x: 0, y: 0 }, 1);
      expect([planes.y[3], planes.u[0], planes.v[0]]).toEqual(color);
    }
  });

  it('mixes by opacity', () => {
    const planes = fillPlanes(2, 2, DARK_BLUE);
    blendOverlay(planes, WHITE_MARK, { x: 0, y: 0 }, 0.5);
    const mixed = [[138, 138, 138, 138], [184], [119]];
    expect([[...planes.y], [...planes.u], [...planes.v]]).toEqual(mixed);
    blendOverlay(planes, WHITE_MARK, { x: 0, y: 0 }, 0);
    expect([[...planes.y], [...planes.u], [...planes.v]]).toEqual(mixed);
  });

  it('is visible on a transparent background, in its own colour', () => {
    const planes = fillPlanes(2, 2, [90, 90, 90], 0);
    blendOverlay(planes, fillMark(2, 2, [100, 0, 0, 100]), { x: 1, y: 0 }, 1);
    expect([...planes.y]).toEqual([90, 82, 90, 82]);
    expect([planes.u[0], planes.v[0]]).toEqual([90, 240]);
    expect([...(planes.alpha ?? [])]).toEqual([0, 100, 0, 100]);
  });

  it('clips the mark at the edges', () => {
    const planes = fillPlanes(2, 2, [16, 128, 128]);
    blendOverlay(planes, WHITE_MARK, { x: -1, y: 1 }, 1);
    blendOverlay(planes, WHITE_MARK, { x: 2, y: 0 }, 1);
    blendOverlay(planes, WHITE_MARK, { x: 0, y: -2 }, 1);
    expect([...planes.y]).toEqual([16, 16, 235, 16]);
  });
});
