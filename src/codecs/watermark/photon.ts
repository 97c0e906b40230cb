import { draw_text_with_color, initPhoton, PhotonImage, Rgba } from '@cf-wasm/photon/others';
import photonWasm from '@cf-wasm/photon/photon.wasm';

import { BYTES_PER_PIXEL, type Size } from '../../lib/pixels.ts';
import { keepPhotonHeap, photonHeapBytes } from './photon-heap.ts';
import type { Point } from './placement.ts';

/** Widest strip in which a line is drawn. */
const MAX_STRIP_WIDTH_PX = 512;

interface Strip {
  readonly left: number;
  readonly width: number;
}

/**
 * Draws a line of text in Roboto at `fontPx`, its box beginning at the given point, and returns how much of each pixel
 * of the canvas it covers (0 to 255).
 */
export function drawCoverage(
  line: string,
  { width, height }: Size,
  { x, y }: Point,
  fontPx: number,
): Uint8Array {
  if (photonHeapBytes() === 0) keepPhotonHeap(initPhoton.sync({ module: photonWasm }).memory);
  const coverage = new Uint8Array(width * height);
  for (const strip of cutStrips(width)) {
    const canvas = { width: strip.width, height };
    const rgba = drawOnBlack(line, canvas, { x: x - strip.left, y }, fontPx);
    for (let row = 0, i = 0; row < height; row += 1) {
      const start = row * width + strip.left;
      for (let column = 0; column < strip.width; column += 1, i += BYTES_PER_PIXEL) {
        coverage[start + column] = rgba[i] ?? 0;
      }
    }
  }
  return coverage;
}

function cutStrips(width: number): Strip[] {
  const strips: Strip[] = [];
  for (let left = 0; left < width; left += MAX_STRIP_WIDTH_PX) {
    strips.push({ left, width: Math.min(MAX_STRIP_WIDTH_PX, width - left) });
  }
  return strips;
}

/** White on black, so that each colour sample is a coverage. */
function drawOnBlack(line: string, canvas: Size, at: Point, fontPx: number): Uint8Array {
  const black = new Uint8Array(canvas.width * canvas.height * BYTES_PER_PIXEL);
  const image = new PhotonImage(black, canvas.width, canvas.height);
  try {
    draw_text_with_color(image, line, at.x, at.y, fontPx, new Rgba(255, 255, 255, 255));
    return image.get_raw_pixels();
  } finally {
    image.free();
  }
}
