import { describe, expect, it } from 'vitest';
import { backoffMs } from '../../../src/shared/backoff.ts';

describe('backoff', () => {
  it('doubles from its base to its maximum', () => {
    const delays = [1, 2, 3, 4, 100].map((attempts) => backoffMs(attempts, 1000, 5000, 1));
    expect(delays).toEqual([1000, 2000, 4000, 5000, 5000]);
  });

  it('lies anywhere in the upper half, so that retries spread', () => {
    expect(backoffMs(1, 1000, 5000, 0)).toBe(500);
    expect(backoffMs(1, 1000, 5000, 0.5)).toBe(750);
  });
});
