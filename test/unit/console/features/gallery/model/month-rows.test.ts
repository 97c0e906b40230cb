import { describe, expect, it } from 'vitest';
import { MonthRows } from '../../../../../../src/console/features/gallery/model/month-rows.ts';
import type { SectionBox } from '../../../../../../src/console/features/gallery/model/section-rows.ts';
import { SQUARE } from '../../../../../../src/console/features/gallery/model/stored-view.ts';

const BOX: SectionBox = { widthPx: 1000, targetPx: 200, gapPx: 4, headPx: 40, isList: false };

const known = (count: number): number[] =>
  Array.from({ length: count }, (_, index) => ([1.5, 0.75, 1.33][index % 3] ?? 1) * SQUARE);
const month = (name: string, aspects: readonly number[], shownCount = aspects.length) => ({
  month: name,
  aspects,
  shownCount,
});

describe('the rows of months', () => {
  it('begin with a head each, and find rows by image and by distance', () => {
    const rows = new MonthRows(BOX);
    rows.layOut([
      month('2026-02', known(30)),
      month('2026-01', [], 900),
      month('2025-12', known(7)),
    ]);
    expect(rows.firstOf(rows.count)).toBe(937);
    expect(rows.parts.map(({ first }) => first)).toEqual([0, 30, 930]);
    for (const index of [0, 29, 30, 400, 929, 930, 936]) {
      const row = rows.rowOf(index);
      expect(rows.firstOf(row)).toBeLessThanOrEqual(index);
      expect(rows.firstOf(row + 1)).toBeGreaterThan(index);
      expect(rows.boxesOf(row)).toHaveLength(rows.firstOf(row + 1) - rows.firstOf(row));
      expect(rows.rowAt(rows.startOf(row) + 1)).toBe(row);
    }
    for (const { firstRow, topPx } of rows.parts) {
      expect([rows.boxesOf(firstRow), rows.heightOf(firstRow)]).toEqual([[], 40]);
      expect(rows.startOf(firstRow)).toBe(topPx);
      expect(rows.startOf(firstRow + 1)).toBe(topPx + 40);
    }
  });

  it('have no head in a list without months, and a line for each image in a table', () => {
    const rows = new MonthRows(BOX);
    rows.layOut([month('', known(9))]);
    expect([rows.rowOf(0), rows.startOf(0)]).toEqual([0, 0]);
    const lines = new MonthRows({ ...BOX, isList: true, targetPx: 64 });
    lines.layOut([month('2026-02', [], 3), month('2026-01', [], 2)]);
    expect([lines.count, lines.startOf(lines.count)]).toEqual([7, 2 * 40 + 5 * 64]);
    expect(lines.rowOf(3)).toBe(5);
  });

  it('are estimated within a tenth of their height until their images are loaded', () => {
    const rows = new MonthRows(BOX);
    rows.layOut([month('2026-02', known(100)), month('2026-01', [], 900)]);
    const before = rows.startOf(rows.count) - (rows.parts[1]?.topPx ?? 0);
    rows.layOut([month('2026-02', known(100)), month('2026-01', known(900))]);
    const after = rows.startOf(rows.count) - (rows.parts[1]?.topPx ?? 0);
    expect(Math.abs(before / after - 1)).toBeLessThan(0.1);
  });

  it('of a month stay as they are when other months are loaded, or its own next images', () => {
    const rows = new MonthRows(BOX);
    const [above, own] = [known(20), known(60)];
    const sections = [month('2026-02', above, 400), month('2026-01', own, 200)];
    rows.layOut(sections);
    const describeRows = () => {
      const part = rows.parts[1];
      const places = Array.from({ length: 8 }, (_, row) => part?.rows.startOf(row));
      return [places, part?.rows.boxesOf(5)];
    };
    const before = describeRows();
    above.push(...known(380));
    own.push(...known(140));
    rows.layOut(sections);
    expect(describeRows()).toEqual(before);
  });
});
