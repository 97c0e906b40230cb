import type { ToSrgb } from './icc-to-srgb.ts';

/** RGB from 0 to 255, for `points` values of each channel; the last one varies fastest. */
export function computeGrid({ evaluate }: ToSrgb, channels: number, points: number): Float32Array {
  const grid = new Float32Array(points ** channels * 3);
  const strides = Array.from({ length: channels }, (_, channel) => points ** channel).reverse();
  for (let at = 0; at < grid.length; at += 3) {
    const values = strides.map((stride) => (Math.floor(at / 3 / stride) % points) / (points - 1));
    for (const [channel, value] of evaluate(values).entries()) grid[at + channel] = value * 255;
  }
  return grid;
}
