import type { RateRule, RateVerdict } from '../../domain/services.ts';

/** The moments (milliseconds) at which places of one subject's window were taken, oldest first. */
export type Window = readonly number[];

/** The moments that still count. */
export const pruneWindow = (window: Window, windowMs: number, nowMs: number): number[] =>
  window.filter((moment) => moment > nowMs - windowMs);

/** Takes a place if the sliding window has one left; `window` is what counts from now on. */
export const takePlace = (
  window: Window,
  { limit, windowMs }: RateRule,
  nowMs: number,
): { verdict: RateVerdict; window: number[] } => {
  const current = pruneWindow(window, windowMs, nowMs);
  if (current.length < limit) return { verdict: { allowed: true }, window: [...current, nowMs] };
  // The place that must fall out of the window before one more fits.
  const blocking = current[current.length - limit] ?? nowMs;
  const retryAfterSeconds = Math.max(1, Math.ceil((blocking + windowMs - nowMs) / 1000));
  return { verdict: { allowed: false, retryAfterSeconds }, window: current };
};
