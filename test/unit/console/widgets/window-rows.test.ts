import { describe, expect, it } from 'vitest';
import {
  findRows,
  layOutEqualRows,
  layOutRows,
  listRows,
  type Extra,
} from '../../../../src/console/widgets/window-rows.ts';

const NONE_AROUND = { count: 1000, overscan: 0, keptRows: [] };

/** Rows of any heights, as deviations from 10. */
const layOut = (...heights: number[]) =>
  layOutRows(
    heights.length,
    10,
    heights.flatMap((height, row): Extra[] => (height === 10 ? [] : [[row, height - 10]])),
  );

describe('a layout of rows', () => {
  it('finds each row between its top and the next one’s', () => {
    const rows = layOut(10, 40, 1, 20);
    expect([0, 1, 2, 3, 4].map(rows.startOf)).toEqual([0, 10, 50, 51, 71]);
    expect([0, 9, 10, 49, 50, 51, 70].map(rows.rowAt)).toEqual([0, 0, 1, 1, 2, 3, 3]);
  });

  it('has its first row above the list and its last row below', () => {
    for (const rows of [layOut(10, 40), layOutEqualRows(2, 25)]) {
      expect([-1, 50, 900].map(rows.rowAt)).toEqual([0, 1, 1]);
      expect(rows.startOf(rows.count)).toBe(50);
    }
  });

  it('is the same for equal heights, whether deviations or not', () => {
    const equal = layOutEqualRows(9, 81);
    for (const rows of [layOutRows(9, 81, []), layOut(...Array<number>(9).fill(81))]) {
      for (let offsetPx = -100; offsetPx < 900; offsetPx += 1) {
        expect(rows.rowAt(offsetPx)).toBe(equal.rowAt(offsetPx));
      }
      expect(rows.startOf(9)).toBe(equal.startOf(9));
    }
  });
});

describe('the rows in sight', () => {
  const rows = layOutEqualRows(1000, 200);
  const find = (offsetPx: number, heightPx = 700) => findRows(rows, { offsetPx, heightPx });

  it('are those in the window, also above the first row and below the last', () => {
    expect(find(-300)).toMatchObject({ startIndex: 0, endIndex: 1 });
    expect(find(0)).toMatchObject({ startIndex: 0, endIndex: 3 });
    expect(find(-900)).toMatchObject({ startIndex: 0, endIndex: 0 });
    expect(find(10_000_000)).toMatchObject({ startIndex: 999, endIndex: 999 });
    expect(findRows(layOutEqualRows(0, 200), { offsetPx: 0, heightPx: 700 })).toBeNull();
  });

  it('change once per scrolled row, and include partly visible ones', () => {
    const seen = new Set<string>();
    for (let offsetPx = 0; offsetPx < 20_000; offsetPx += 23) {
      const range = find(offsetPx);
      seen.add(JSON.stringify(range));
      const listed = listRows(range, NONE_AROUND);
      const shown = [offsetPx, offsetPx + 699].map((place) => Math.floor(place / 200));
      if (offsetPx >= 200) expect(listed).toEqual(expect.arrayContaining(shown));
    }
    expect(seen.size).toBe(100);
  });

  it('include all visible ones of different heights, and change once per row', () => {
    const heights = Array.from({ length: 1000 }, (_, row) => 30 + ((row * 37) % 200));
    const varied = layOut(...heights);
    const seen = new Set<string>();
    for (let offsetPx = 300; offsetPx < 20_000; offsetPx += 7) {
      const range = findRows(varied, { offsetPx, heightPx: 700 });
      seen.add(JSON.stringify(range));
      const listed = listRows(range, NONE_AROUND);
      const shown = [offsetPx, offsetPx + 350, offsetPx + 699].map(varied.rowAt);
      expect(listed).toEqual(expect.arrayContaining(shown));
    }
    expect(seen.size).toBe(varied.rowAt(19_999) - varied.rowAt(300) + 1);
  });

  it('are drawn with some rows around them and the focused one', () => {
    const around = { count: 1000, overscan: 2, keptRows: [40] };
    expect(listRows(find(2000, 400), around)).toEqual([8, 9, 10, 11, 12, 13, 14, 40]);
    expect(listRows(find(20_000, 400), around).slice(0, 2)).toEqual([40, 98]);
    expect(listRows(find(0, 400), { ...around, keptRows: [1] })).toEqual([0, 1, 2, 3]);
    expect(listRows(null, around)).toEqual([]);
  });
});
