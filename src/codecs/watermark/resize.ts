import type { Pixels } from '../pixels.ts';
import type { Geometry } from '../webp/format.ts';
import type { Overlay } from './overlay.ts';

/** The source samples that one target sample is made of: `first` and the weights from there on, adding up to 1. */
interface Tap {
  readonly first: number;
  readonly weights: readonly number[];
}

/** A triangle filter that widens as the picture shrinks: smooth both ways, nothing skipped. */
const makeTaps = (from: number, to: number): Tap[] => {
  const step = from / to;
  const support = Math.max(1, step);
  return Array.from({ length: to }, (_, i) => {
    const centre = (i + 0.5) * step - 0.5;
    const first = Math.max(0, Math.ceil(centre - support));
    const last = Math.min(from - 1, Math.floor(centre + support));
    const weights: number[] = [];
    for (let at = first; at <= last; at += 1) {
      weights.push(Math.max(1e-6, 1 - Math.abs(at - centre) / support));
    }
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    return { first, weights: weights.map((weight) => weight / total) };
  });
};

const premultiply = ({ data }: Pixels): Uint8ClampedArray => {
  const premultiplied = new Uint8ClampedArray(data);
  for (let i = 0; i < data.length; i += 4) {
    const alpha = (data[i + 3] ?? 0) / 255;
    for (let at = i; at < i + 3; at += 1) premultiplied[at] = (data[at] ?? 0) * alpha;
  }
  return premultiplied;
};

/** Resamples the lines of a plane of RGBA along one axis; strides are in samples of 4 bytes. */
const resampleLines = (
  source: Uint8ClampedArray,
  taps: readonly Tap[],
  lines: number,
  from: { readonly line: number; readonly sample: number },
  to: { readonly line: number; readonly sample: number },
): Uint8ClampedArray => {
  const target = new Uint8ClampedArray(lines * taps.length * 4);
  for (let line = 0; line < lines; line += 1) {
    taps.forEach(({ first, weights }, i) => {
      const at = 4 * (line * to.line + i * to.sample);
      for (let channel = 0; channel < 4; channel += 1) {
        let sum = 0;
        for (let tap = 0; tap < weights.length; tap += 1) {
          const sample = 4 * (line * from.line + (first + tap) * from.sample) + channel;
          sum += (source[sample] ?? 0) * (weights[tap] ?? 0);
        }
        target[at + channel] = sum;
      }
    });
  }
  return target;
};

/** Scales a picture to `size` with its colours premultiplied, or hidden colours would bleed into the edges. */
export const resizeToOverlay = (pixels: Pixels, size: Geometry): Overlay => {
  const narrowed = resampleLines(
    premultiply(pixels),
    makeTaps(pixels.width, size.width),
    pixels.height,
    { line: pixels.width, sample: 1 },
    { line: size.width, sample: 1 },
  );
  const data = resampleLines(
    narrowed,
    makeTaps(pixels.height, size.height),
    size.width,
    { line: 1, sample: size.width },
    { line: 1, sample: size.width },
  );
  return { ...size, data };
};
