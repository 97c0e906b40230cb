import { describe, expect, it } from 'vitest';
import {
  containSize,
  coverCrop,
  fitsVariant,
  orientedSize,
  variantSize,
} from '../../../src/shared/recipe-geometry.ts';

describe('orientedSize', () => {
  it('exchanges width and height for the orientations 5 to 8 only', () => {
    const widths = [1, 2, 3, 4, 5, 6, 7, 8].map((value) => orientedSize(30, 20, value).width);
    expect(widths).toEqual([30, 30, 30, 30, 20, 20, 20, 20]);
  });
});

describe('containSize', () => {
  it('makes the longer edge exactly the limit and rounds the shorter one to the nearest pixel', () => {
    expect(containSize(6000, 4000, 2048)).toEqual({ width: 2048, height: 1365 });
    expect(containSize(4000, 6000, 2048)).toEqual({ width: 1365, height: 2048 });
  });

  it('rounds halves up', () => {
    expect(containSize(8, 5, 4)).toEqual({ width: 4, height: 3 });
    expect(containSize(8, 3, 4)).toEqual({ width: 4, height: 2 });
  });

  it('never enlarges', () => {
    expect(containSize(2048, 7, 2048)).toEqual({ width: 2048, height: 7 });
    expect(containSize(1, 1, 2048)).toEqual({ width: 1, height: 1 });
  });

  it('keeps at least one pixel', () => {
    expect(containSize(1, 5000, 2048)).toEqual({ width: 1, height: 2048 });
    expect(containSize(16_383, 1, 2048)).toEqual({ width: 2048, height: 1 });
  });
});

describe('coverCrop', () => {
  it('cuts both sides of a source that is too wide by the same amount', () => {
    expect(coverCrop(600, 400, 400, 400)).toEqual({ left: 100, top: 0, width: 400, height: 400 });
  });

  it('cuts top and bottom of a source that is too tall', () => {
    expect(coverCrop(120, 200, 120, 160)).toEqual({ left: 0, top: 20, width: 120, height: 160 });
  });

  it('keeps the aspect ratio of tiny sources by cutting between pixels', () => {
    expect(coverCrop(3, 2, 120, 160)).toEqual({ left: 0.75, top: 0, width: 1.5, height: 2 });
  });

  it('keeps the whole of a source that has the aspect ratio already', () => {
    expect(coverCrop(1, 1, 400, 400)).toEqual({ left: 0, top: 0, width: 1, height: 1 });
  });
});

describe('fitsVariant', () => {
  const contain = { fit: 'contain', longEdge: 2048 } as const;

  it('accepts the plan of a client with the same recipe, for any source', () => {
    for (let width = 1; width < 5000; width = width * 2 + 1) {
      for (let height = 1; height < 5000; height = height * 3 + 1) {
        const size = variantSize(contain, width, height);
        expect(fitsVariant(contain, size, { width, height }), `${width}x${height}`).toBe(true);
      }
    }
  });

  it('accepts longer edges up to the limit and the source’s, for any rounding of the shorter', () => {
    const source = { width: 2999, height: 1733 };
    for (let width = 1; width <= 2048; width += 1) {
      const exact = (width * source.height) / source.width;
      for (const height of [Math.floor(exact), Math.round(exact), Math.ceil(exact)]) {
        if (height > 0) expect(fitsVariant(contain, { width, height }, source)).toBe(true);
      }
      const wrong = { width, height: Math.ceil(exact) + 2 };
      if (wrong.height <= width) expect(fitsVariant(contain, wrong, source)).toBe(false);
    }
    expect(fitsVariant(contain, { width: 2049, height: 1184 }, source)).toBe(false);
    expect(fitsVariant(contain, { width: 31, height: 21 }, { width: 30, height: 20 })).toBe(false);
  });

  it('accepts only the exact size when the recipe names it', () => {
    const cover = { fit: 'cover', width: 400, height: 400 } as const;
    const source = { width: 3000, height: 2000 };
    expect(fitsVariant(cover, { width: 400, height: 400 }, source)).toBe(true);
    expect(fitsVariant(cover, { width: 400, height: 399 }, source)).toBe(false);
    expect(fitsVariant({ fit: 'original' }, source, source)).toBe(true);
    expect(fitsVariant({ fit: 'original' }, { width: 2999, height: 2000 }, source)).toBe(false);
  });
});

describe('variantSize', () => {
  it('follows the fit of the variant', () => {
    expect(variantSize({ fit: 'original' }, 5000, 1)).toEqual({ width: 5000, height: 1 });
    expect(variantSize({ fit: 'cover', width: 120, height: 160 }, 5000, 1)).toEqual({
      width: 120,
      height: 160,
    });
    expect(variantSize({ fit: 'contain', longEdge: 2048 }, 5000, 1)).toEqual({
      width: 2048,
      height: 1,
    });
  });
});
