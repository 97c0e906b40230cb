import type { RateRule, RateVerdict } from '../../domain/services.ts';

/** The moments (milliseconds) at which places of one subject's window were taken, oldest first. */
export type Window = readonly number[];

/**
 * Takes a place if the sliding window has one left. A taken place leaves as many moments as the rule allows at most;
 * a refusal changes nothing, so that whoever hammers a full window costs no writes.
 */
export const takePlace = (
  window: Window,
  { limit, windowMs }: RateRule,
  nowMs: number,
): { verdict: RateVerdict; window: Window } => {
  const current = window.filter((moment) => moment > nowMs - windowMs);
  if (current.length < limit) {
    return { verdict: { allowed: true, takenAt: nowMs }, window: [...current, nowMs] };
  }
  // The place that must fall out of the window before one more fits.
  const blocking = current[current.length - limit] ?? nowMs;
  const retryAfterSeconds = Math.max(1, Math.ceil((blocking + windowMs - nowMs) / 1000));
  return { verdict: { allowed: false, retryAfterSeconds }, window };
};

/** Gives back one place taken at that moment; of places taken together only one. */
export const refundPlace = (window: Window, takenAt: number): Window => {
  const index = window.indexOf(takenAt);
  return index === -1 ? window : window.toSpliced(index, 1);
};
