import { describe, expect, it } from 'vitest';
import { MonthSection } from '../../../../../../src/console/features/gallery/model/month-section.ts';
import { SparseList } from '../../../../../../src/console/features/gallery/model/sparse-list.ts';
import { images, listOf } from './support.ts';

/** Three months of five images: of the first one three are loaded, of the second none, of the third two. */
const MONTHS = [
  { images: images(19, 18, 17), shownCount: 5 },
  { images: [], shownCount: 5 },
  { images: images(9, 8), shownCount: 5 },
];
const list = new SparseList(MONTHS);

describe('a list with gaps', () => {
  it('has a place for each image, and finds the loaded ones by their places', () => {
    const found = Array.from({ length: list.length + 2 }, (_, at) => list.get(at - 1)?.id ?? 0);
    expect(found).toEqual([0, 19, 18, 17, 0, 0, 0, 0, 0, 0, 0, 9, 8, 0, 0, 0, 0]);
  });

  it('finds the places of images, wherever they were before', () => {
    const find = (last?: number) => [19, 17, 9, 8, 12].map((id) => list.indexOf(id, last));
    for (const last of [undefined, -1, 0, 2, 4, 11, 99]) {
      expect(find(last)).toEqual([0, 2, 10, 11, -1]);
    }
    expect(list.indexOf(null)).toBe(-1);
  });

  it('names the loaded images of a stretch, which may begin and end in gaps', () => {
    expect(list.ids()).toEqual([19, 18, 17, 9, 8]);
    expect([list.ids(1, 3), list.ids(2, 11), list.ids(4, 10)]).toEqual([[18, 17], [17, 9], []]);
    expect([list.ids(-4, 1), list.ids(9, 12), list.ids(11, 99)]).toEqual([[19], [9, 8], [8]]);
  });

  it('stays as it was while its months change', () => {
    const month = new MonthSection<{ id: number; width: number; height: number }>('2026-01');
    const none = new Set<number>();
    month.expect(6);
    month.append(images(5, 4, 3), none);
    const before = new SparseList([month, ...MONTHS]);
    month.append(images(2), none);
    const grown = new SparseList([month, ...MONTHS]);
    month.replace(images(4, 3), none);
    const rest = new SparseList([month, ...MONTHS]);
    month.append(images(1), none);
    const describeList = (known: typeof before) => [
      Array.from({ length: 5 }, (_, index) => known.get(index)?.id ?? 0),
      known.ids(0, 5),
      [known.indexOf(1), known.indexOf(2), known.indexOf(19)],
    ];
    expect(describeList(before)).toEqual([
      [5, 4, 3, 0, 0],
      [5, 4, 3],
      [-1, -1, 6],
    ]);
    expect(describeList(grown)).toEqual([
      [5, 4, 3, 2, 0],
      [5, 4, 3, 2],
      [-1, 3, 6],
    ]);
    expect(describeList(rest)).toEqual([
      [4, 3, 0, 0, 19],
      [4, 3, 19],
      [-1, -1, 4],
    ]);
  });

  it('has nothing if it is empty', () => {
    const empty = listOf();
    expect([empty.length, empty.get(0), empty.indexOf(1, 0), empty.ids()]).toEqual([
      0,
      undefined,
      -1,
      [],
    ]);
  });
});
