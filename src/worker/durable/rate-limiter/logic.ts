import type { RateRule, RateVerdict } from '../../domain/services.ts';

/** The moments (milliseconds) at which the places of one subject's window were taken, oldest first. */
export type SlidingWindow = readonly number[];

/**
 * Takes a place if the window has one left. A taken place leaves at most as many moments as the rule allows; a refusal
 * changes nothing, so that whoever hammers a full window costs no writes.
 */
export function takePlace(
  window: SlidingWindow,
  { limit, windowMs }: RateRule,
  nowMs: number,
): { verdict: RateVerdict; window: SlidingWindow } {
  const current = window.filter((moment) => moment > nowMs - windowMs);
  if (current.length < limit) {
    return { verdict: { allowed: true, takenAt: nowMs }, window: [...current, nowMs] };
  }
  // The place that must fall out of the window before one more fits.
  const blocking = current[current.length - limit] ?? nowMs;
  const retryAfterSeconds = Math.max(1, Math.ceil((blocking + windowMs - nowMs) / 1000));
  return { verdict: { allowed: false, retryAfterSeconds }, window };
}

/** Refunds the place taken at that moment; one of them where several were. */
export function refundPlace(window: SlidingWindow, takenAt: number): SlidingWindow {
  const index = window.indexOf(takenAt);
  return index === -1 ? window : window.toSpliced(index, 1);
}
