import { describe, expect, it } from 'vitest';
import {
  refundEntry,
  takeEntry,
  type SlidingWindow,
} from '../../../../../src/worker/durable/rate-limiter/logic.ts';

const RULE = { limit: 3, windowMs: 60_000 };

const takeAt = (moments: number[]): { window: SlidingWindow; allowed: boolean[] } => {
  const allowed: boolean[] = [];
  let window: SlidingWindow = [];
  for (const moment of moments) {
    const taken = takeEntry(window, RULE, moment);
    window = taken.window;
    allowed.push(taken.verdict.allowed);
  }
  return { window, allowed };
};

describe('a sliding window', () => {
  it('has as many places as its rule, and refuses the next request', () => {
    expect(takeAt([0, 1, 2, 3]).allowed).toEqual([true, true, true, false]);
  });

  it('has a place again exactly when the oldest expires, and names that moment', () => {
    const { window } = takeAt([1000, 20_000, 30_000]);
    expect(takeEntry(window, RULE, 31_500).verdict).toEqual({
      allowed: false,
      retryAfterSeconds: 30,
    });
    expect(takeEntry(window, RULE, 60_999).verdict.allowed).toBe(false);
    expect(takeEntry(window, RULE, 61_000).verdict.allowed).toBe(true);
  });

  it('is not changed by refusals', () => {
    const { window } = takeAt([0, 1, 2]);
    expect(takeEntry(window, RULE, 3).window).toBe(window);
    expect(takeAt(Array.from({ length: 500 }, (_, index) => index)).window).toHaveLength(3);
  });

  it('obeys a limit that was lowered', () => {
    const { window } = takeAt([0, 1000, 2000]);
    expect(takeEntry(window, { ...RULE, limit: 1 }, 3000).verdict).toEqual({
      allowed: false,
      retryAfterSeconds: 59,
    });
  });

  it('frees the named place, one of two that were taken together', () => {
    expect(refundEntry([5, 7, 7, 9], 7)).toEqual([5, 7, 9]);
    expect(refundEntry([5, 9], 7)).toEqual([5, 9]);
  });
});
