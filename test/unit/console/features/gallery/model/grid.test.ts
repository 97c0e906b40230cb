import { describe, expect, it } from 'vitest';
import { findActive } from '../../../../../../src/console/features/gallery/model/find-active.ts';
import { findNeighbours } from '../../../../../../src/console/features/gallery/model/find-neighbours.ts';
import { layOut } from '../../../../../../src/console/features/gallery/model/grid-layout.ts';
import { moveInGrid } from '../../../../../../src/console/features/gallery/model/move-in-grid.ts';
import { images } from './support.ts';

const SHAPE = { count: 11, columns: 4, pageRows: 2 };

describe('a key in a grid', () => {
  it.each([
    ['ArrowRight', 3, 4],
    ['ArrowRight', 10, 10],
    ['ArrowLeft', 4, 3],
    ['ArrowLeft', 0, 0],
    ['ArrowDown', 1, 5],
    // The last row has no fourth cell.
    ['ArrowDown', 7, 10],
    ['ArrowDown', 9, 9],
    ['ArrowUp', 6, 2],
    ['ArrowUp', 2, 2],
    ['Home', 6, 4],
    ['End', 4, 7],
    ['End', 8, 10],
    ['PageDown', 1, 9],
    ['PageDown', 5, 10],
    ['PageUp', 9, 1],
    ['PageUp', 6, 2],
  ])('%s moves from %i to %i', (key, from, to) => {
    expect(moveInGrid(from, key, false, SHAPE)).toBe(to);
  });

  it('Control with Home or End moves to the first or last image', () => {
    expect(moveInGrid(6, 'Home', true, SHAPE)).toBe(0);
    expect(moveInGrid(6, 'End', true, SHAPE)).toBe(10);
  });

  it('other than these moves nothing', () => {
    expect(moveInGrid(6, 'a', false, SHAPE)).toBeNull();
    expect(moveInGrid(0, 'ArrowDown', false, { ...SHAPE, count: 0 })).toBeNull();
  });
});

describe('the focused image', () => {
  it.each([
    ['stays the same when images before it come or go', images(9, 5, 4, 3), 4, 1, 2],
    ['is replaced by the one in its place', images(5, 3, 2), 4, 1, 1],
    ['is replaced by the last one at the end', images(5, 4), 2, 3, 1],
    ['is none before the first focus', images(5, 4), null, 3, -1],
    ['is none in an empty list', [], 4, 1, -1],
  ])('%s', (_, items, id, last, index) => {
    expect(findActive(items, id, last)).toBe(index);
  });
});

describe('the neighbours of an image', () => {
  const list = images(9, 8, 7);
  it.each([
    ['are found anywhere in the list', list, 8, -1, [9, 7]],
    ['are null at the ends', list, 9, 0, [null, 8]],
    ['follow it when images come before it', images(10, 9, 8, 7), 8, 1, [9, 7]],
    ['are those around its old place when it has left', images(9, 7), 8, 1, [9, 7]],
    ['include the new last one when it was the last', images(9, 8), 7, 2, [8, null]],
    ['are null when all have left', [], 7, 2, [null, null]],
  ])('%s', (_, items, id, last, [previous, next]) => {
    const found = findNeighbours(items, id, last);
    expect([found?.previous?.id ?? null, found?.next?.id ?? null]).toEqual([previous, next]);
    expect(found?.isListed).toBe(items.some((item) => item.id === id));
  });

  it('are unknown for an image that was never listed', () => {
    expect(findNeighbours(list, 1, -1)).toBeNull();
  });
});

describe('the layout of a grid', () => {
  it.each([
    [288, 2],
    [328, 2],
    [736, 3],
    [1168, 6],
  ])('has, in %i px, %i columns', (width, columns) => {
    expect(layOut('grid', width, 16).columns).toBe(columns);
  });

  it('has rows as high as image and name, also in large type', () => {
    expect(layOut('grid', 328, 16)).toEqual({ columns: 2, gapPx: 8, rowHeightPx: 160 + 32 + 8 });
    expect(layOut('grid', 328, 32).rowHeightPx).toBe(160 + 64 + 8);
    expect(layOut('list', 328, 16)).toEqual({ columns: 1, gapPx: 0, rowHeightPx: 72 });
    // Lines break as the style does, at 40 em of the window.
    const heights = [607, 608, 1216].map((width) => layOut('list', width, 16).rowHeightPx);
    expect([...heights, layOut('list', 1216, 40).rowHeightPx]).toEqual([72, 64, 64, 180]);
  });
});
