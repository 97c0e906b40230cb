import { describe, expect, it } from 'vitest';
import {
  dropTarget,
  edgeTarget,
  moveBefore,
  stepTarget,
} from '../../../../../../src/console/features/albums/model/move-target.ts';

const ids = [1, 2, 3, 4];
const set = (...ids: number[]) => new Set(ids);

describe('moving images of an album', () => {
  it('moves by one place in both directions', () => {
    expect(stepTarget(ids, set(2), -1, false)).toEqual({ ids: [2], before: 1, position: 1 });
    expect(stepTarget(ids, set(2), 1, false)).toEqual({ ids: [2], before: 4, position: 3 });
    expect(stepTarget(ids, set(3), 1, false)).toEqual({ ids: [3], before: null, position: 4 });
  });

  it('moves nothing beyond the ends', () => {
    expect(stepTarget(ids, set(1), -1, false)).toBeNull();
    expect(stepTarget(ids, set(4), 1, false)).toBeNull();
    expect(stepTarget(ids, set(), 1, false)).toBeNull();
  });

  it('moves to both ends of the album, also where its end is not loaded', () => {
    const whole = { hasMore: false, count: 4 };
    expect(edgeTarget(ids, set(3), 'first', whole)).toEqual({ ids: [3], before: 1, position: 1 });
    expect(edgeTarget(ids, set(1, 3), 'last', whole)).toEqual({
      ids: [1, 3],
      before: null,
      position: 3,
    });
    expect(edgeTarget(ids, set(1), 'first', whole)).toBeNull();
    expect(edgeTarget(ids, set(4), 'last', whole)).toBeNull();
    const part = { hasMore: true, count: 9 };
    expect(edgeTarget(ids, set(4), 'last', part)).toEqual({
      ids: [4],
      before: null,
      position: 9,
    });
    expect(edgeTarget(ids, set(7), 'last', part)).toBeNull();
  });

  it('gathers a scattered selection in the order of the list', () => {
    expect(dropTarget(ids, set(4, 1), 2, false)).toEqual({ ids: [1, 4], before: 3, position: 2 });
  });

  it('takes a place of the list that the images have already for none', () => {
    expect(dropTarget(ids, set(2), 1, false)).toBeNull();
    expect(dropTarget(ids, set(2), 2, false)).toBeNull();
  });

  it('does not take the end of the loaded images for the end of the album', () => {
    expect(dropTarget(ids, set(1), 4, true)).toBeNull();
  });
});

it('images move before another one and to the end, and the others keep their order', () => {
  const move = (moved: number[], before: number | null) =>
    moveBefore(
      [9, 8, 7, 6].map((id) => ({ id })),
      moved,
      before,
    ).map(({ id }) => id);
  expect(move([6, 8], 9)).toEqual([6, 8, 9, 7]);
  expect(move([8, 999], null)).toEqual([9, 7, 6, 8]);
  expect(move([7], 999)).toEqual([9, 8, 7, 6]);
});
