import type { Job, Waiter } from './job.ts';

export interface RateRules {
  /** How long a waiter may be silent, and a reader below the least rate. */
  readonly idleMs: number;
  readonly minBytesPerSecond: number;
  /** How long a result is held before it may have to make room. */
  readonly pressedMs: number;
}

/** Notes that there is a result to read. */
export function noteReader(waiter: Waiter<unknown, unknown, unknown>, nowMs: number): void {
  if (waiter.job.outcome?.outcome !== 'made') return;
  waiter.job.heldSince ??= nowMs;
  waiter.readsSince ??= nowMs;
}

/** Whether a waiter has been silent, or has read below the least rate, for `idleMs`. */
export function isTooSlow(
  { seenAt, readsSince, takenBytes }: Waiter<unknown, unknown, unknown>,
  { idleMs, minBytesPerSecond }: RateRules,
  nowMs: number,
): boolean {
  if (readsSince === null) return nowMs - seenAt >= idleMs;
  const readMs = nowMs - readsSince;
  return readMs >= idleMs && takenBytes * 1000 < minBytesPerSecond * readMs;
}

/**
 * Finds the job whose result makes room first: of those held for `pressedMs` the one that is read slowest, by its quickest
 * reader; null for none. The rate of a reader who has just begun counts over `pressedMs`.
 */
export function findSlowest<Work, Made, Fault>(
  jobs: Iterable<Job<Work, Made, Fault>>,
  { pressedMs }: RateRules,
  nowMs: number,
): Job<Work, Made, Fault> | null {
  let slowest: Job<Work, Made, Fault> | null = null;
  let least = Infinity;
  for (const job of jobs) {
    const rates = [...job.waiters].map(
      ({ readsSince, takenBytes }) =>
        takenBytes / Math.max(pressedMs, nowMs - (readsSince ?? nowMs)),
    );
    const rate = Math.max(...rates);
    if (nowMs - (job.heldSince ?? nowMs) < pressedMs || rate >= least) continue;
    [slowest, least] = [job, rate];
  }
  return slowest;
}
