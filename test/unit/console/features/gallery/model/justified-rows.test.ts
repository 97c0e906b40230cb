import { describe, expect, it } from 'vitest';
import { JustifiedRows } from '../../../../../../src/console/features/gallery/model/justified-rows.ts';
import {
  aspectOf,
  rowTarget,
  SQUARE,
} from '../../../../../../src/console/features/gallery/model/stored-view.ts';

const BOX = { widthPx: 1000, targetPx: 200, gapPx: 4 };
const SHAPES = [
  { width: 4000, height: 3000 },
  { width: 3000, height: 4000 },
  { width: 9000, height: 1000 },
  { width: 1000, height: 1000 },
  { width: 100, height: 4000 },
];
const take = (count: number) =>
  Array.from({ length: count }, (_, index) => SHAPES[(index * 7 + (index >> 2)) % 5] ?? SHAPES[0])
    .filter((size) => size !== undefined)
    .map((size) => aspectOf(size) * SQUARE);
const describeRows = (rows: JustifiedRows) =>
  Array.from({ length: rows.count }, (_, row) => [
    rows.startOf(row),
    rows.heightOf(row),
    rows.boxesOf(row),
  ]);

describe('justified rows', () => {
  it('are as wide as their box, with equal gaps, and about as high as their target', () => {
    const rows = new JustifiedRows(BOX);
    rows.layOut(take(200));
    for (let row = 0; row < rows.count - 1; row += 1) {
      const boxes = rows.boxesOf(row);
      const last = boxes.at(-1);
      expect((last?.leftPx ?? 0) + (last?.widthPx ?? 0)).toBe(BOX.widthPx);
      const gaps = boxes.slice(1).map(({ leftPx }, at) => {
        const before = boxes[at];
        return leftPx - (before?.leftPx ?? 0) - (before?.widthPx ?? 0);
      });
      expect(new Set([...gaps, BOX.gapPx]).size).toBe(1);
      expect(rows.heightOf(row)).toBeGreaterThan(BOX.targetPx / 1.4);
      expect(rows.heightOf(row)).toBeLessThan(BOX.targetPx * 1.4);
    }
  });

  it('keep proportions from 1:2 to 2.6:1, and treat an unknown size as a square', () => {
    const [narrow, wide] = [aspectOf({ width: 1, height: 9 }), aspectOf({ width: 9, height: 1 })];
    expect([narrow, wide, aspectOf({ width: 0, height: 0 })]).toEqual([0.5, 2.6, 1]);
    const rows = new JustifiedRows(BOX);
    rows.layOut(take(40));
    const [box] = rows.boxesOf(0);
    expect((box?.widthPx ?? 0) / rows.heightOf(0)).toBeCloseTo(4 / 3, 1);
  });

  it('end with one that is at most 1.25 times as high as the target', () => {
    const rows = new JustifiedRows(BOX);
    rows.layOut([SQUARE]);
    expect(rows.heightOf(0)).toBe(250);
    expect(rows.boxesOf(0)).toEqual([{ leftPx: 0, widthPx: 250 }]);
  });

  it('are the same whether images come at once or page by page', () => {
    const whole = new JustifiedRows(BOX);
    whole.layOut(take(250));
    const grown = new JustifiedRows(BOX);
    const aspects: number[] = [];
    for (const aspect of take(250)) {
      aspects.push(aspect);
      grown.layOut(aspects);
    }
    expect(describeRows(grown)).toEqual(describeRows(whole));
  });

  it('find rows by image and by distance, also among 100,000 images', () => {
    const rows = new JustifiedRows(BOX);
    rows.layOut(take(100_000));
    for (const index of [0, 1, 77, 50_000, 99_999]) {
      const row = rows.rowOf(index);
      expect(rows.firstOf(row)).toBeLessThanOrEqual(index);
      expect(rows.firstOf(row + 1)).toBeGreaterThan(index);
      expect(rows.rowAt(rows.startOf(row) + 1)).toBe(row);
    }
    expect(rows.firstOf(rows.count)).toBe(100_000);
  });

  it('have three sizes, of which phones and large windows have their own', () => {
    const heights = [360, 1440, 2560].map((windowPx) => rowTarget('medium', windowPx));
    expect(heights).toEqual([110, 200, 240]);
    expect([rowTarget('small', 1440), rowTarget('large', 1440)]).toEqual([140, 320]);
  });
});
