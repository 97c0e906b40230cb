import { BYTES_PER_PIXEL, type Pixels, type Size } from '../../../shared/pixels.ts';
import { parseIccProfile } from '../../color/icc-reader.ts';
import { createToSrgb, type ToSrgb } from '../../color/icc-to-srgb.ts';
import { ADOBE, walkJpegSegments } from '../../source/jpeg-segments.ts';
import { startsWithAscii } from '../../source/slice-exactly.ts';
import { decodePlanes, type JpegPlane } from './decode-planes.ts';

/** Converts the stored inks to RGB at offset `at` of `data`. */
type InkMixer = (inks: Uint8ClampedArray, data: Uint8ClampedArray, at: number) => void;

const INKS = 4;
/** A coefficient of 16 bits and a sample of 8. */
const BYTES_PER_SAMPLE = 3;
const MAX_UNIT_PIXELS = 32;
/** Offset of the colour transform in Adobe's segment (ITU-T T.872, section 6.5.3). */
const TRANSFORM_OFFSET = 11;
const YCCK = 2;
// CMYK is smooth: 17 points a side are accurate to a few steps.
const GRID_POINTS = 17;

/** At most, beside the result: a coefficient and a sample of each ink. */
export function cmykBytes({ width, height }: Size): number {
  const padded = (side: number): number => Math.ceil(side / MAX_UNIT_PIXELS) * MAX_UNIT_PIXELS;
  return padded(width) * padded(height) * INKS * BYTES_PER_SAMPLE;
}

/**
 * Stored values are inverted (255 is no ink), as Adobe writes them. Without a CMYK profile, inks are ideal filters.
 * @throws {RangeError} when damaged.
 */
export function decodeCmykJpeg(file: Uint8Array, size: Size, icc: Uint8Array | null): Pixels {
  const planes = decodePlanes(file);
  const profile = icc === null ? null : parseIccProfile(icc);
  const toSrgb = profile?.colorSpace === 'CMYK' ? createToSrgb(profile) : null;
  const mix = toSrgb === null ? mixFilters : createGridMixer(toSrgb);
  const hasTransform = readTransform(file) === YCCK;
  const data = new Uint8ClampedArray(size.width * size.height * BYTES_PER_PIXEL);
  const inks = new Uint8ClampedArray(INKS);
  let at = 0;
  for (let y = 0; y < size.height; y += 1) {
    for (let x = 0; x < size.width; x += 1) {
      for (let ink = 0; ink < INKS; ink += 1) inks[ink] = sampleAt(planes[ink], x, y);
      if (hasTransform) invertTransform(inks);
      mix(inks, data, at);
      data[at + 3] = 255;
      at += BYTES_PER_PIXEL;
    }
  }
  return { ...size, data };
}

function mixFilters(inks: Uint8ClampedArray, data: Uint8ClampedArray, at: number): void {
  const light = (inks[3] ?? 0) / 255;
  for (let channel = 0; channel < 3; channel += 1) {
    data[at + channel] = (inks[channel] ?? 0) * light;
  }
}

function createGridMixer(toSrgb: ToSrgb): InkMixer {
  const grid = computeGrid(toSrgb);
  const steps = [3 * GRID_POINTS ** 3, 3 * GRID_POINTS ** 2, 3 * GRID_POINTS, 3];
  const positions = Array.from({ length: 256 }, (_, v) => ((255 - v) * (GRID_POINTS - 1)) / 255);
  const cells = Uint8Array.from(positions, (at) => Math.min(GRID_POINTS - 2, Math.floor(at)));
  const fractions = Float32Array.from(positions, (at, value) => at - (cells[value] ?? 0));
  return (inks, data, at) => {
    let red = 0;
    let green = 0;
    let blue = 0;
    for (let corner = 0; corner < 2 ** INKS; corner += 1) {
      let weight = 1;
      let point = 0;
      for (let ink = 0; ink < INKS && weight > 0; ink += 1) {
        const value = inks[ink] ?? 0;
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

function readTransform(file: Uint8Array): number {
  for (const { marker, payload } of walkJpegSegments(file)) {
    if (marker === ADOBE && startsWithAscii(payload, 'Adobe'))
      return payload[TRANSFORM_OFFSET] ?? 0;
  }
  return 0;
}

function sampleAt(plane: JpegPlane | undefined, x: number, y: number): number {
  if (plane === undefined) return 255;
  const { samples, stride, scaleX, scaleY } = plane;
  return samples[Math.floor(y * scaleY) * stride + Math.floor(x * scaleX)] ?? 0;
}

/** ITU-T T.871, section 7. */
function invertTransform(inks: Uint8ClampedArray): void {
  const [luma = 0, blue = 0, red = 0] = inks;
  inks[0] = 255 - (luma + 1.402 * (red - 128));
  inks[1] = 255 - (luma - 0.344_136 * (blue - 128) - 0.714_136 * (red - 128));
  inks[2] = 255 - (luma + 1.772 * (blue - 128));
}

function computeGrid({ evaluate }: ToSrgb): Float32Array {
  const grid = new Float32Array(GRID_POINTS ** INKS * 3);
  for (let index = 0; index < GRID_POINTS ** INKS; index += 1) {
    const inks = Array.from(
      { length: INKS },
      (_, ink) =>
        (Math.floor(index / GRID_POINTS ** (INKS - 1 - ink)) % GRID_POINTS) / (GRID_POINTS - 1),
    );
    grid.set(
      evaluate(inks).map((value) => value * 255),
      index * 3,
    );
  }
  return grid;
}
