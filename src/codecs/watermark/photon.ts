import { draw_text_with_color, initPhoton, PhotonImage, Rgba } from '@cf-wasm/photon/others';
import photonWasm from '@cf-wasm/photon/photon.wasm';

/**
 * Photon's only instance in the isolate, made at the first text mark. It cannot be replaced, so nothing
 * that comes from outside is decoded in it, and it sees strips of one size only: its heap stays small.
 */
let heap: WebAssembly.Memory | null = null;

/** What photon keeps of the isolate's memory, in bytes. */
export const photonHeapBytes = (): number => heap?.buffer.byteLength ?? 0;

/** Width of the strips in which a line is drawn. */
const STRIP_WIDTH_PX = 512;

const drawStrip = (
  line: string,
  x: number,
  y: number,
  height: number,
  fontPx: number,
): Uint8Array => {
  const black = new Uint8Array(STRIP_WIDTH_PX * height * 4);
  const image = new PhotonImage(black, STRIP_WIDTH_PX, height);
  try {
    draw_text_with_color(image, line, x, y, fontPx, new Rgba(255, 255, 255, 255));
    return image.get_raw_pixels();
  } finally {
    image.free();
  }
};

/**
 * How much of each pixel a line of text covers (0 to 255), drawn in Roboto at `fontPx` with the line's
 * box beginning at (x, y): white on black, so that a colour is a coverage.
 */
export const drawCoverage = (
  line: string,
  size: { readonly width: number; readonly height: number },
  { x, y }: { readonly x: number; readonly y: number },
  fontPx: number,
): Uint8Array => {
  heap ??= initPhoton.sync({ module: photonWasm }).memory;
  const { width, height } = size;
  const coverage = new Uint8Array(width * height);
  for (let left = 0; left < width; left += STRIP_WIDTH_PX) {
    const strip = drawStrip(line, x - left, y, height, fontPx);
    const columns = Math.min(STRIP_WIDTH_PX, width - left);
    for (let row = 0; row < height; row += 1) {
      for (let column = 0; column < columns; column += 1) {
        coverage[row * width + left + column] = strip[(row * STRIP_WIDTH_PX + column) * 4] ?? 0;
      }
    }
  }
  return coverage;
};
