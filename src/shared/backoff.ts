/**
 * How long to wait, in milliseconds, before the next attempt when `attempts` (from 1) have failed: doubling from
 * `baseMs` to at most `maxMs`, and anywhere in the upper half of that, so that what failed together does not return
 * together.
 */
export function backoffMs(
  attempts: number,
  baseMs: number,
  maxMs: number,
  random: number = Math.random(),
): number {
  const ceiling = Math.min(baseMs * 2 ** Math.min(attempts - 1, 30), maxMs);
  return Math.round(ceiling * (0.5 + random / 2));
}
