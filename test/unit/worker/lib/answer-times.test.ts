import { describe, expect, it } from 'vitest';
import { addTimes, AnswerTimer } from '../../../../src/worker/lib/answer-times.ts';

const timed = (...times: readonly number[]): AnswerTimer => {
  const timer = new AnswerTimer();
  for (const ms of times) timer.add(ms);
  return timer;
};

describe('answer times', () => {
  it('fall in the first bucket whose bound they do not exceed', () => {
    const timer = timed(0, 10, 10.5, 100, 101, 30_000, 30_001, 1_000_000);
    expect(timer.buckets).toEqual([2, 1, 1, 1, 0, 0, 0, 1, 2]);
    expect(timer.count).toBe(8);
    expect(timer.sumMs).toBe(1_060_222.5);
  });

  it('add up by bucket, and to those of a version that timed nothing', () => {
    const [one, other] = [timed(5, 20), timed(20)];
    expect(addTimes(one, other)).toEqual({ buckets: [1, 2, 0, 0, 0, 0, 0, 0, 0], sumMs: 45 });
    expect(addTimes(undefined, other)).toBe(other);
    expect(addTimes(one, undefined)).toBe(one);
    expect(addTimes(undefined, undefined)).toBeUndefined();
  });
});
