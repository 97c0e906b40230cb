import { expect, it } from 'vitest';
import { spreadPositions } from '../../../../../src/worker/domain/albums/spread-positions.ts';

const isRising = (positions: readonly number[]): boolean =>
  positions.every((position, rank) => rank === 0 || position > (positions[rank - 1] ?? 0));

it('places images between two others, and changes no other position', () => {
  const spread = spreadPositions(3, { before: 0, behind: [100, 200], isLast: true });
  expect(spread).toEqual({ moved: [25, 50, 75], shifted: [] });
});

it('places images before the first and behind the last', () => {
  const front = spreadPositions(2, { before: null, behind: [0], isLast: true });
  expect(isRising([...(front?.moved ?? []), 0])).toBe(true);
  const end = spreadPositions(2, { before: 7, behind: [], isLast: true });
  expect(isRising([7, ...(end?.moved ?? [])])).toBe(true);
  expect(spreadPositions(1, { before: null, behind: [], isLast: true })?.moved).toHaveLength(1);
});

it('shifts as few images as it can where there is no room', () => {
  const behind = [11, 12, 13, 1_000_000, 1_000_001];
  const spread = spreadPositions(1, { before: 10, behind, isLast: false });
  const { moved = [], shifted = [] } = spread ?? {};
  expect(shifted).toHaveLength(3);
  expect(isRising([10, ...moved, ...shifted, 1_000_000])).toBe(true);
});

it('has no place where all that it knows is dense, unless nothing follows', () => {
  expect(spreadPositions(1, { before: 10, behind: [10, 10, 10], isLast: false })).toBeNull();
  const { moved = [], shifted = [] } =
    spreadPositions(1, { before: 10, behind: [10, 10], isLast: true }) ?? {};
  expect(isRising([10, ...moved, ...shifted])).toBe(true);
});
