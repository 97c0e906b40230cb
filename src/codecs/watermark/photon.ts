import { draw_text_with_color, initPhoton, PhotonImage, Rgba } from '@cf-wasm/photon/others';
import photonWasm from '@cf-wasm/photon/photon.wasm';

import { BYTES_PER_PIXEL } from '../pixels.ts';
import type { Geometry } from '../webp/format.ts';
import type { Point } from './placement.ts';

/**
 * Photon's only instance in the isolate, made at the first text mark. It cannot be replaced, so nothing
 * that comes from outside is decoded in it, and it draws on narrow strips only: its heap stays small.
 */
let heap: WebAssembly.Memory | null = null;

/** What photon keeps of the isolate's memory, in bytes. */
export const photonHeapBytes = (): number => heap?.buffer.byteLength ?? 0;

/** Widest strip in which a line is drawn. */
const MAX_STRIP_WIDTH_PX = 512;

interface Strip {
  readonly left: number;
  readonly width: number;
}

const cutStrips = (width: number): Strip[] => {
  const strips: Strip[] = [];
  for (let left = 0; left < width; left += MAX_STRIP_WIDTH_PX) {
    strips.push({ left, width: Math.min(MAX_STRIP_WIDTH_PX, width - left) });
  }
  return strips;
};

/** White on black, so that a colour is a coverage. */
const drawOnBlack = (line: string, canvas: Geometry, at: Point, fontPx: number): Uint8Array => {
  const black = new Uint8Array(canvas.width * canvas.height * BYTES_PER_PIXEL);
  const image = new PhotonImage(black, canvas.width, canvas.height);
  try {
    draw_text_with_color(image, line, at.x, at.y, fontPx, new Rgba(255, 255, 255, 255));
    return image.get_raw_pixels();
  } finally {
    image.free();
  }
};

/**
 * How much of each pixel of a canvas a line of text covers (0 to 255), drawn in Roboto at `fontPx` with the
 * line's box beginning at the given point.
 */
export const drawCoverage = (
  line: string,
  { width, height }: Geometry,
  { x, y }: Point,
  fontPx: number,
): Uint8Array => {
  heap ??= initPhoton.sync({ module: photonWasm }).memory;
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
};
