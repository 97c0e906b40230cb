import type { Pixels, Size } from '../../lib/pixels.ts';
import type { Point } from './placement.ts';

/** A mark ready to be blended: RGBA with the colours premultiplied by alpha, rows without gaps. */
export interface Overlay extends Size {
  readonly data: Uint8ClampedArray;
}

/** Lays `mark` over `pixels` in place (Porter-Duff source-over), clipped to the image; `opacity` is 0 to 1. */
export function blendOverlay(
  pixels: Pixels,
  mark: Overlay,
  { x, y }: Point,
  opacity: number,
): void {
  const left = Math.max(0, -x);
  const right = Math.min(mark.width, pixels.width - x);
  const bottom = Math.min(mark.height, pixels.height - y);
  for (let row = Math.max(0, -y); row < bottom; row += 1) {
    let at = ((y + row) * pixels.width + x + left) * 4;
    let i = (row * mark.width + left) * 4;
    for (let column = left; column < right; column += 1, at += 4, i += 4) {
      blendPixel(pixels.data, at, mark.data, i, opacity);
    }
  }
}

function blendPixel(
  to: Uint8ClampedArray,
  at: number,
  from: Uint8ClampedArray,
  i: number,
  opacity: number,
): void {
  const markAlpha = ((from[i + 3] ?? 0) * opacity) / 255;
  const kept = ((to[at + 3] ?? 0) / 255) * (1 - markAlpha);
  const alpha = markAlpha + kept;
  if (markAlpha === 0) return;
  for (let channel = 0; channel < 3; channel += 1) {
    to[at + channel] =
      ((from[i + channel] ?? 0) * opacity + (to[at + channel] ?? 0) * kept) / alpha;
  }
  to[at + 3] = alpha * 255;
}
