import type { BySide } from './by-side.ts';

/** Trimmed at each end: some requests include garbage collection or lose the processor's caches. */
const TRIMMED_SHARE = 0.1;

export interface Comparison {
  /** Ours to the base's. */
  readonly ratio: number;
  /** The ratio's standard error. */
  readonly error: number;
}

/**
 * Relative cost of our requests: the mean of the pairs' ratios on a logarithmic scale, without the extreme tenths. Its
 * error is that of a trimmed mean (Tukey and McLaughlin 1963).
 */
export function compareCosts(costs: readonly BySide<number>[]): Comparison {
  const logs = costs
    .map(({ ours, base }) => Math.log(ours / base))
    .filter((log) => Number.isFinite(log))
    .toSorted((a, b) => a - b);
  const cut = Math.floor(logs.length * TRIMMED_SHARE);
  const kept = logs.slice(cut, logs.length - cut);
  const center = mean(kept);
  const [low = 0, high = 0] = [kept[0], kept.at(-1)];
  const clamped = logs.map((log) => Math.min(high, Math.max(low, log)));
  const around = mean(clamped);
  const deviation = Math.sqrt(mean(clamped.map((log) => (log - around) ** 2)));
  const share = kept.length / logs.length;
  return {
    ratio: Math.exp(center),
    error: Math.exp(center) * (deviation / (share * Math.sqrt(logs.length))),
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
