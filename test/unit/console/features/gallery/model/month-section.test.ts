import { describe, expect, it } from 'vitest';
import { JustifiedRows } from '../../../../../../src/console/features/gallery/model/justified-rows.ts';
import { MonthSection } from '../../../../../../src/console/features/gallery/model/month-section.ts';

const NONE = new Set<number>();
const take = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => ({ id: from + at, width: 3 + (at % 7), height: 4 }));
const rowsOf = ({ aspects }: { readonly aspects: ArrayLike<number> }) => {
  const rows = new JustifiedRows({ widthPx: 1000, targetPx: 200, gapPx: 4 });
  rows.layOut(aspects);
  return Array.from({ length: rows.count }, (_, row) => [rows.startOf(row), rows.boxesOf(row)]);
};

const whole = (images: ReturnType<typeof take>) => {
  const month = new MonthSection<(typeof images)[number]>('2026-01');
  month.append(images, NONE);
  return month;
};

describe('a month whose images are forgotten', () => {
  const open = () => {
    const month = whole(take(100));
    const rows = rowsOf(month);
    month.forget();
    return { month, rows };
  };

  it('keeps all rows, with two bytes for each image', () => {
    const { month, rows } = open();
    expect([month.images.length, month.shownCount]).toEqual([0, 100]);
    expect(rowsOf(month)).toEqual(rows);
    expect(month.aspects).toBeInstanceOf(Uint16Array);
  });

  it('keeps them, and the same array, while its images are read again', () => {
    const { month, rows } = open();
    const { aspects } = month;
    month.append(take(60), NONE);
    expect(rowsOf(month)).toEqual(rows);
    month.append(take(100).slice(60), NONE);
    expect(month.aspects).toBe(aspects);
    expect(rowsOf(month)).toEqual(rows);
  });

  it('takes the images that follow now, and those with another shape', () => {
    const { month, rows } = open();
    month.append(take(110), NONE);
    const grown = rowsOf(month);
    expect(grown.slice(0, rows.length - 1)).toEqual(rows.slice(0, -1));
    expect(month.aspects).toHaveLength(110);
    month.forget();
    month.append([{ id: 0, width: 9, height: 4 }, ...take(9, 1)], NONE);
    expect(month.aspects).toHaveLength(10);
    expect(rowsOf(month)[0]).not.toEqual(rows[0]);
  });

  it('keeps those that are not read again yet while the others are changed, removed and hidden', () => {
    const { month, rows } = open();
    const read = take(60);
    month.append(read, NONE);
    month.replace(read, NONE);
    expect(rowsOf(month)).toEqual(rows);
    const hidden = new Set([40]);
    month.replace(read.toSpliced(5, 1), hidden);
    const shown = rowsOf(whole(take(100).filter(({ id }) => id !== 5 && id !== 40)));
    expect(rowsOf(month)).toEqual(shown);
    month.append(take(100).slice(60), hidden);
    expect(rowsOf(month)).toEqual(shown);
  });
});
