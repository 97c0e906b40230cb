import type { Job, Waiter } from './job.ts';

export interface RateRules {
  /** Limits a waiter's silence, and a reader's time below the minimum rate. */
  readonly idleMs: number;
  readonly minBytesPerSecond: number;
  /** Minimum hold of a result before it may be dropped for memory. */
  readonly pressedMs: number;
  /** The same for a network beyond its share of the memory. */
  readonly pressedShareMs: number;
}

export function noteReader(waiter: Waiter<unknown, unknown, unknown>, nowMs: number): void {
  if (waiter.job.outcome?.outcome !== 'made') return;
  waiter.job.heldSince ??= nowMs;
  waiter.readsSince ??= nowMs;
}

/** Whether a waiter has been silent, or has read below the minimum rate, for `idleMs`. */
export function isTooSlow(
  { seenAt, readsSince, takenBytes }: Waiter<unknown, unknown, unknown>,
  { idleMs, minBytesPerSecond }: RateRules,
  nowMs: number,
): boolean {
  if (readsSince === null) return nowMs - seenAt >= idleMs;
  const readMs = nowMs - readsSince;
  return readMs >= idleMs && takenBytes * 1000 < minBytesPerSecond * readMs;
}

/** The result held for `holdMs` whose fastest reader is slowest. New readers' rates count over `holdMs`. */
export function findSlowest<Work, Made, Fault>(
  jobs: Iterable<Job<Work, Made, Fault>>,
  holdMs: number,
  nowMs: number,
): Job<Work, Made, Fault> | null {
  let slowest: Job<Work, Made, Fault> | null = null;
  let least = Infinity;
  for (const job of jobs) {
    const rates = [...job.waiters].map(
      ({ readsSince, takenBytes }) => takenBytes / Math.max(holdMs, nowMs - (readsSince ?? nowMs)),
    );
    const rate = Math.max(...rates);
    if (nowMs - (job.heldSince ?? nowMs) < holdMs || rate >= least) continue;
    [slowest, least] = [job, rate];
  }
  return slowest;
}
