import { describe, expect, it } from 'vitest';
import { findActive } from '../../../../../../src/console/features/gallery/model/find-active.ts';
import { findNeighbours } from '../../../../../../src/console/features/gallery/model/find-neighbours.ts';
import {
  layOutLines,
  lineHeight,
} from '../../../../../../src/console/features/gallery/model/grid-rows.ts';
import { JustifiedRows } from '../../../../../../src/console/features/gallery/model/justified-rows.ts';
import { MonthRows } from '../../../../../../src/console/features/gallery/model/month-rows.ts';
import {
  isForBrowser,
  moveInGrid,
} from '../../../../../../src/console/features/gallery/model/move-in-grid.ts';
import { SQUARE } from '../../../../../../src/console/features/gallery/model/stored-view.ts';
import { listOf } from './support.ts';

/** Eleven squares in rows of four, four and three. */
const BOX = { widthPx: 400, targetPx: 100, gapPx: 0 };
const squares = new JustifiedRows(BOX);
squares.layOut(Array.from({ length: 11 }, () => SQUARE));
const SHAPE = { rows: squares, pageRows: 2 };

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
    ['PageDown', 5, 9],
    ['PageUp', 9, 1],
    ['PageUp', 6, 2],
    ['PageUp', 1, 1],
  ])('%s moves from %i to %i', (key, from, to) => {
    expect(moveInGrid(from, key, false, SHAPE)).toBe(to);
  });

  it('Control with Home or End moves to the first or last image', () => {
    expect(moveInGrid(6, 'Home', true, SHAPE)).toBe(0);
    expect(moveInGrid(6, 'End', true, SHAPE)).toBe(10);
  });

  it('moves over the heads of months, which have no images', () => {
    const rows = new MonthRows({ ...BOX, isList: false, headPx: 40 });
    const month = { aspects: Array.from({ length: 5 }, () => SQUARE), shownCount: 5 };
    rows.layOut([
      { ...month, month: '2026-02' },
      { ...month, month: '2026-01' },
    ]);
    const move = (from: number, key: string, pageRows = 2) =>
      moveInGrid(from, key, false, { rows, pageRows });
    expect([move(4, 'ArrowDown'), move(5, 'ArrowUp'), move(0, 'ArrowUp')]).toEqual([5, 4, 0]);
    expect([move(0, 'PageDown'), move(9, 'PageUp', 9)]).toEqual([5, 0]);
    expect([move(1, 'End'), move(6, 'Home')]).toEqual([3, 5]);
  });

  it('other than these moves nothing', () => {
    expect(moveInGrid(6, 'a', false, SHAPE)).toBeNull();
    expect(moveInGrid(0, 'ArrowDown', false, { ...SHAPE, rows: layOutLines(0, 64) })).toBeNull();
  });
});

describe('the focused image', () => {
  it.each([
    ['stays the same when images before it come or go', listOf(9, 5, 4, 3), 4, 1, 2],
    ['is replaced by the one in its place', listOf(5, 3, 2), 4, 1, 1],
    ['is replaced by the last one at the end', listOf(5, 4), 2, 3, 1],
    ['is none before the first focus', listOf(5, 4), null, 3, -1],
    ['is none in an empty list', listOf(), 4, 1, -1],
  ])('%s', (_, items, id, last, index) => {
    expect(findActive(items, id, last)).toBe(index);
  });
});

describe('the neighbours of an image', () => {
  const list = listOf(9, 8, 7);
  it.each([
    ['are found anywhere in the list', list, 8, -1, [9, 7]],
    ['are null at the ends', list, 9, 0, [null, 8]],
    ['follow it when images come before it', listOf(10, 9, 8, 7), 8, 1, [9, 7]],
    ['are those around its old place when it has left', listOf(9, 7), 8, 1, [9, 7]],
    ['include the new last one when it was the last', listOf(9, 8), 7, 2, [8, null]],
    ['are null when all have left', listOf(), 7, 2, [null, null]],
  ])('%s', (_, items, id, last, [previous, next]) => {
    const found = findNeighbours(items, id, last);
    expect([found?.previous?.id ?? null, found?.next?.id ?? null]).toEqual([previous, next]);
    expect(found?.isListed).toBe(items.ids().includes(id));
  });

  it('are unknown for an image that was never listed', () => {
    expect(findNeighbours(list, 1, -1)).toBeNull();
  });
});

describe('the lines of a list', () => {
  it('break as the style does, at 40 em of the window', () => {
    const heights = [639, 640, 1280].map((windowPx) => lineHeight(windowPx, 16));
    expect([...heights, lineHeight(1280, 40)]).toEqual([72, 64, 64, 180]);
  });
});

it('leaves the keys that go back in the history to the browser', () => {
  const none = { altKey: false, metaKey: false };
  expect(isForBrowser({ ...none, key: 'ArrowLeft', altKey: true })).toBe(true);
  expect(isForBrowser({ ...none, key: 'ArrowLeft', metaKey: true })).toBe(true);
  expect(isForBrowser({ ...none, key: 'ArrowLeft' })).toBe(false);
  expect(isForBrowser({ ...none, key: 'a', metaKey: true })).toBe(false);
});
