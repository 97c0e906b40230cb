import { BYTES_PER_PIXEL, type Pixels, type Size } from '../../shared/pixels.ts';

/** Averaging leaves the resampling kernel this factor, so that it keeps its quality. */
const LEFT_TO_RESAMPLE = 2;
/** The sums of a square stay below 2^31. */
const MAX_FACTOR = 128;

/** 1 for none. */
export function shrinkFactor(source: Size, target: Size): number {
  const scale = Math.min(source.width / target.width, source.height / target.height);
  return Math.min(MAX_FACTOR, Math.max(1, Math.floor(scale / LEFT_TO_RESAMPLE)));
}

export function shrunkSize({ width, height }: Size, factor: number): Size {
  return { width: Math.ceil(width / factor), height: Math.ceil(height / factor) };
}

/** Averages squares of `factor` × `factor` pixels, weighting colours by alpha. */
export function shrinkPixels(source: Pixels, factor: number): Pixels {
  const { width, height } = shrunkSize(source, factor);
  const data = new Uint8ClampedArray(width * height * BYTES_PER_PIXEL);
  let to = 0;
  for (let top = 0; top < source.height; top += factor) {
    const bottom = Math.min(top + factor, source.height);
    for (let left = 0; left < source.width; left += factor) {
      averageBox(source, left, top, Math.min(left + factor, source.width), bottom, data, to);
      to += BYTES_PER_PIXEL;
    }
  }
  return { width, height, data };
}

function averageBox(
  { data: from, width }: Pixels,
  left: number,
  top: number,
  right: number,
  bottom: number,
  data: Uint8ClampedArray,
  to: number,
): void {
  let red = 0;
  let green = 0;
  let blue = 0;
  let alpha = 0;
  for (let y = top; y < bottom; y += 1) {
    const end = (y * width + right) * BYTES_PER_PIXEL;
    for (let at = (y * width + left) * BYTES_PER_PIXEL; at < end; at += BYTES_PER_PIXEL) {
      const share = from[at + 3] ?? 0;
      red += (from[at] ?? 0) * share;
      green += (from[at + 1] ?? 0) * share;
      blue += (from[at + 2] ?? 0) * share;
      alpha += share;
    }
  }
  if (alpha === 0) return;
  data[to] = red / alpha;
  data[to + 1] = green / alpha;
  data[to + 2] = blue / alpha;
  data[to + 3] = alpha / ((right - left) * (bottom - top));
}
