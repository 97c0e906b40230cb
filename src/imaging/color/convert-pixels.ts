import { BYTES_PER_PIXEL, type Pixels } from '../../shared/pixels.ts';
import type { ToSrgb } from './icc-to-srgb.ts';
import { computeGrid } from './compute-grid.ts';
import { encodeSrgb } from './srgb.ts';

export type ColorConversion = (pixels: Pixels) => void;

// At this density, linear interpolation of matrix profiles is accurate to one step of 8 bits.
const GRID_POINTS = 33;
const LAST_CELL = GRID_POINTS - 2;
const BLUE_STEP = 3;
const GREEN_STEP = GRID_POINTS * BLUE_STEP;
const RED_STEP = GRID_POINTS * GREEN_STEP;

export function createCurveConversion(lightOf: (value: number) => number): ColorConversion {
  const table = Uint8ClampedArray.from({ length: 256 }, (_, value) =>
    Math.round(255 * encodeSrgb(lightOf(value / 255))),
  );
  return ({ data }) => {
    for (let at = 0; at < data.length; at += BYTES_PER_PIXEL) {
      data[at] = table[data[at] ?? 0] ?? 0;
      data[at + 1] = table[data[at + 1] ?? 0] ?? 0;
      data[at + 2] = table[data[at + 2] ?? 0] ?? 0;
    }
  };
}

export function createGridConversion(toSrgb: ToSrgb): ColorConversion {
  const grid = computeGrid(toSrgb, 3, GRID_POINTS);
  const reds = computePlaces(toSrgb, 0);
  const greens = computePlaces(toSrgb, 1);
  const blues = computePlaces(toSrgb, 2);
  const alongBlue = (point: number, fraction: number): number => {
    const low = grid[point] ?? 0;
    return low + ((grid[point + BLUE_STEP] ?? 0) - low) * fraction;
  };
  const acrossGreen = (point: number, green: number, blue: number): number => {
    const low = alongBlue(point, blue);
    return low + (alongBlue(point + GREEN_STEP, blue) - low) * green;
  };
  return ({ data }) => {
    for (let at = 0; at < data.length; at += BYTES_PER_PIXEL) {
      const red = reds[data[at] ?? 0] ?? 0;
      const green = greens[data[at + 1] ?? 0] ?? 0;
      const blue = blues[data[at + 2] ?? 0] ?? 0;
      const redCell = Math.min(LAST_CELL, Math.floor(red));
      const greenCell = Math.min(LAST_CELL, Math.floor(green));
      const blueCell = Math.min(LAST_CELL, Math.floor(blue));
      const cell = redCell * RED_STEP + greenCell * GREEN_STEP + blueCell * BLUE_STEP;
      for (let channel = 0; channel < 3; channel += 1) {
        const low = acrossGreen(cell + channel, green - greenCell, blue - blueCell);
        const high = acrossGreen(cell + channel + RED_STEP, green - greenCell, blue - blueCell);
        data[at + channel] = low + (high - low) * (red - redCell);
      }
    }
  };
}

function computePlaces({ shape }: ToSrgb, channel: number): Float32Array {
  return Float32Array.from(
    { length: 256 },
    (_, value) => shape(value / 255, channel) * (GRID_POINTS - 1),
  );
}
