import type { RateRule, RateVerdict } from '../../domain/services.ts';

/** Times of the admitted requests, oldest first. */
export type SlidingWindow = readonly number[];

/** A refusal changes nothing, so a flood of refused requests costs no writes. */
export function takeEntry(
  window: SlidingWindow,
  { limit, windowMs }: RateRule,
  nowMs: number,
): { verdict: RateVerdict; window: SlidingWindow } {
  const current = window.filter((moment) => moment > nowMs - windowMs);
  if (current.length < limit) {
    return { verdict: { allowed: true, takenAt: nowMs }, window: [...current, nowMs] };
  }
  // The entry that must leave the window before one more fits.
  const blocking = current[current.length - limit] ?? nowMs;
  const retryAfterSeconds = Math.max(1, Math.ceil((blocking + windowMs - nowMs) / 1000));
  return { verdict: { allowed: false, retryAfterSeconds }, window };
}

export function refundEntry(window: SlidingWindow, takenAt: number): SlidingWindow {
  const index = window.indexOf(takenAt);
  return index === -1 ? window : window.toSpliced(index, 1);
}
