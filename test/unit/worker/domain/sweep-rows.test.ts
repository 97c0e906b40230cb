import { expect, it } from 'vitest';
import { sweepRows } from '../../../../src/worker/domain/sweep-rows.ts';

const LIMIT = 10;

const sweepNumbers = async (isBad: (row: number) => boolean) => {
  const left = new Set(Array.from({ length: 1000 }, (_, index) => index));
  let mostSeen = 0;
  let reported = 0;
  const done = await sweepRows(
    { log: { info: () => undefined, error: () => void (reported += 1) } },
    {
      part: 'numbers',
      select: async (seen) => {
        mostSeen = Math.max(mostSeen, seen.length);
        return [...left].filter((row) => !seen.includes(row)).slice(0, LIMIT);
      },
      limit: LIMIT,
      keyOf: (row) => row,
      handle: async (rows) => {
        if (rows.some(isBad)) throw new Error('poisoned');
        for (const row of rows) left.delete(row);
        return rows.length;
      },
    },
  );
  return { done, mostSeen, reported, next: [...left].find((row) => !isBad(row)) };
};

it.each([
  ['one row that fails', (row: number) => row === 3, { done: 10, reported: 1, next: 11 }],
  ['every other one', (row: number) => row % 2 === 0, { done: 10, reported: 10, next: 21 }],
  ['ninety of them', (row: number) => row < 90, { done: 10, reported: 90, next: 100 }],
  // A run tolerates a hundred failures, and logs them once.
  ['all of them', () => true, { done: 0, reported: 101, next: undefined }],
])('a run replaces each failed row by one other, with %s', async (_, isBad, expected) => {
  const { mostSeen, ...result } = await sweepNumbers(isBad);
  expect(result).toEqual(expected);
  expect(mostSeen).toBeLessThanOrEqual(LIMIT + expected.reported);
});
