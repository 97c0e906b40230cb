/** Upper bounds of the buckets of answer times, in milliseconds. A last bucket has the longer times. */
export const TIME_BOUNDS_MS = [10, 30, 100, 300, 1000, 3000, 10_000, 30_000] as const;

export interface AnswerTimes {
  /** Answers by bucket, not cumulated. */
  readonly buckets: readonly number[];
  readonly sumMs: number;
}

/** Called for each view: counts without an allocation. */
export class AnswerTimer implements AnswerTimes {
  readonly buckets: number[] = Array.from({ length: TIME_BOUNDS_MS.length + 1 }, () => 0);
  sumMs = 0;

  get count(): number {
    return this.buckets.reduce((sum, count) => sum + count, 0);
  }

  add(elapsedMs: number): void {
    let bucket = 0;
    for (const bound of TIME_BOUNDS_MS) {
      if (elapsedMs <= bound) break;
      bucket += 1;
    }
    this.buckets[bucket] = (this.buckets[bucket] ?? 0) + 1;
    this.sumMs += elapsedMs;
  }
}

/** Undefined when neither is known: earlier versions counted answers without their times. */
export function addTimes(
  one: AnswerTimes | undefined,
  other: AnswerTimes | undefined,
): AnswerTimes | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return {
    buckets: one.buckets.map((count, bucket) => count + (other.buckets[bucket] ?? 0)),
    sumMs: one.sumMs + other.sumMs,
  };
}
