import { expect, it, vi } from 'vitest';
import { listExtras } from '../../../../../../src/console/features/upload/model/list-extras.ts';

const itemsOf = (...ids: string[]) => ids.map((id) => ({ id }));
const measured = () =>
  new Map([
    ['d', { index: 3, heightPx: 100 }],
    ['b', { index: 1, heightPx: 50 }],
  ]);

it('measured heights stay with their rows, also when rows before them go or come', () => {
  const heights = measured();
  const list = (...ids: string[]) => listExtras(itemsOf(...ids), heights, 81);
  expect(list('a', 'b', 'c', 'd')).toEqual([
    [1, -31],
    [3, 19],
  ]);
  expect(list('b', 'd')).toEqual([
    [0, -31],
    [1, 19],
  ]);
  expect(list('d', 'x', 'y', 'b')).toEqual([
    [0, 19],
    [3, -31],
  ]);
  expect(list('a', 'c', 'd')).toEqual([[2, 19]]);
  expect([...heights.keys()]).toEqual(['d']);
});

it('all rows are searched once after some have moved or gone, and never otherwise', () => {
  const heights = measured();
  const [before, after] = [itemsOf('a', 'b', 'c', 'd'), itemsOf('c', 'd')];
  const searches = [before, after].map((items) => vi.spyOn(items, 'map'));
  for (const items of [before, before, after, after]) listExtras(items, heights, 81);
  expect(searches.map((search) => search.mock.calls.length)).toEqual([0, 1]);
});
