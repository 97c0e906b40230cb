/** Exponential from `baseMs` up to `maxMs`, with jitter over the upper half; `attempts` counts failures, from 1. */
export function backoffMs(
  attempts: number,
  baseMs: number,
  maxMs: number,
  random: number = Math.random(),
): number {
  const ceiling = Math.min(baseMs * 2 ** Math.min(attempts - 1, 30), maxMs);
  return Math.round(ceiling * (0.5 + random / 2));
}
