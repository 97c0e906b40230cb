import { BYTES_PER_PIXEL } from '../../shared/pixels.ts';
import { computeGrid } from './compute-grid.ts';
import type { ColorConversion } from './convert-pixels.ts';
import { parseIccProfile } from './icc-reader.ts';
import { createToSrgb, type ToSrgb } from './icc-to-srgb.ts';

/** Converts four inks at offset `at` to RGB. */
type InkMixer = (data: Uint8ClampedArray, at: number) => void;

const INKS = 4;
// CMYK is smooth: 17 points a side are accurate to a few steps.
const GRID_POINTS = 17;

/**
 * Replaces the four inks of each pixel by opaque RGB. Stored values are inverted (255 is no ink), as Adobe writes them.
 * Without a CMYK profile, inks are ideal filters.
 */
export function createInkConversion(icc: Uint8Array | null): ColorConversion {
  let mix: InkMixer | null = null;
  return ({ data }) => {
    mix ??= createMixer(icc);
    for (let at = 0; at < data.length; at += BYTES_PER_PIXEL) {
      mix(data, at);
      data[at + 3] = 255;
    }
  };
}

function createMixer(icc: Uint8Array | null): InkMixer {
  const profile = icc === null ? null : parseIccProfile(icc);
  const toSrgb = profile?.colorSpace === 'CMYK' ? createToSrgb(profile) : null;
  return toSrgb === null ? mixFilters : createGridMixer(toSrgb);
}

function mixFilters(data: Uint8ClampedArray, at: number): void {
  const light = (data[at + 3] ?? 0) / 255;
  for (let channel = 0; channel < 3; channel += 1) {
    data[at + channel] = (data[at + channel] ?? 0) * light;
  }
}

function createGridMixer(toSrgb: ToSrgb): InkMixer {
  const grid = computeGrid(toSrgb, INKS, GRID_POINTS);
  const steps = [3 * GRID_POINTS ** 3, 3 * GRID_POINTS ** 2, 3 * GRID_POINTS, 3];
  const positions = Array.from({ length: 256 }, (_, v) => ((255 - v) * (GRID_POINTS - 1)) / 255);
  const cells = Uint8Array.from(positions, (at) => Math.min(GRID_POINTS - 2, Math.floor(at)));
  const fractions = Float32Array.from(positions, (at, value) => at - (cells[value] ?? 0));
  return (data, at) => {
    let red = 0;
    let green = 0;
    let blue = 0;
    for (let corner = 0; corner < 2 ** INKS; corner += 1) {
      let weight = 1;
      let point = 0;
      for (let ink = 0; ink < INKS && weight > 0; ink += 1) {
        const value = data[at + ink] ?? 0;
        const fraction = fractions[value] ?? 0;
        const isUpper = (corner >> ink) & 1;
        weight *= isUpper === 1 ? fraction : 1 - fraction;
        point += ((cells[value] ?? 0) + isUpper) * (steps[ink] ?? 0);
      }
      if (weight === 0) continue;
      red += weight * (grid[point] ?? 0);
      green += weight * (grid[point + 1] ?? 0);
      blue += weight * (grid[point + 2] ?? 0);
    }
    data[at] = red;
    data[at + 1] = green;
    data[at + 2] = blue;
  };
}
