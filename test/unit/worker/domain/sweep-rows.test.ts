import { expect, it } from 'vitest';
import { sweepRows } from '../../../../src/worker/domain/sweep-rows.ts';

const LIMIT = 10;

const sweepNumbers = async (isBad: (row: number) => boolean, most?: number) => {
  const statements: number[] = [];
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
      ...(most === undefined ? {} : { most }),
      keyOf: (row) => row,
      handle: async (rows) => {
        statements.push(rows.length);
        if (rows.some(isBad)) throw new Error('poisoned');
        for (const row of rows) left.delete(row);
        return rows.length;
      },
    },
  );
  return { done, mostSeen, statements, reported, next: [...left].find((row) => !isBad(row)) };
};

it.each([
  ['one row that fails', (row: number) => row === 3, { done: 10, reported: 1, next: 11 }],
  ['every other one', (row: number) => row % 2 === 0, { done: 10, reported: 10, next: 21 }],
  ['ninety of them', (row: number) => row < 90, { done: 10, reported: 90, next: 100 }],
  // A run tolerates a hundred failures, and logs them once.
  ['all of them', () => true, { done: 0, reported: 101, next: undefined }],
])('a run replaces each failed row by one other, with %s', async (_, isBad, expected) => {
  const { done, mostSeen, reported, next } = await sweepNumbers(isBad);
  expect({ done, reported, next }).toEqual(expected);
  expect(mostSeen).toBeLessThanOrEqual(LIMIT + expected.reported);
});

it('a run goes on until it has processed its most rows, in statements of limited size', async () => {
  const { done, statements, next } = await sweepNumbers(() => false, 25);
  expect({ done, statements, next }).toEqual({ done: 25, statements: [10, 10, 5], next: 25 });
});

it('a run ends when no row is due', async () => {
  const { done, statements } = await sweepNumbers(() => false, 5000);
  expect({ done, statements: statements.length }).toEqual({ done: 1000, statements: 100 });
});

it('a run replaces failed rows in each of its statements', async () => {
  const { done, reported, next } = await sweepNumbers((row) => row === 3 || row === 14, 20);
  expect({ done, reported, next }).toEqual({ done: 20, reported: 2, next: 22 });
});
