import { rgbaToThumbHash } from 'thumbhash';
import type { Planes } from '../../imaging/engine/planes.ts';
import { toBase64 } from '../../shared/bytes.ts';
import { BYTES_PER_PIXEL, type Pixels, type Size } from '../../shared/pixels.ts';
import { containSize } from '../../shared/recipe-geometry.ts';

/** Cells of the longer side. A ThumbHash keeps seven waves of it. */
const GRID_CELLS = 32;
/** Pixels read of a cell, across and down. */
const CELL_POINTS = 8;

/** Red, green and blue, each times alpha, and alpha, all 0 to 255. */
type Sums = [red: number, green: number, blue: number, alpha: number];
type AddPixel = (sums: Sums, x: number, y: number) => void;

/** A ThumbHash (evanw.github.io/thumbhash) of at most 25 bytes, in Base64. Colours are taken for sRGB. */
export function hashPixels({ width, height, data }: Pixels): string {
  return hash({ width, height }, (sums, x, y) => {
    const at = (y * width + x) * BYTES_PER_PIXEL;
    const alpha = data[at + 3] ?? 0;
    add(sums, data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0, alpha);
  });
}

export function hashPlanes(planes: Planes): string {
  const { width, alpha } = planes;
  const chromaWidth = Math.ceil(width / 2);
  return hash(planes, (sums, x, y) => {
    const pixel = y * width + x;
    const square = (y >> 1) * chromaWidth + (x >> 1);
    // BT.601 in limited range, as libwebp decodes it.
    const luma = 1.164 * ((planes.y[pixel] ?? 0) - 16);
    const u = (planes.u[square] ?? 0) - 128;
    const v = (planes.v[square] ?? 0) - 128;
    const red = clamp(luma + 1.596 * v);
    const green = clamp(luma - 0.391 * u - 0.813 * v);
    const blue = clamp(luma + 2.018 * u);
    add(sums, red, green, blue, alpha === null ? 255 : (alpha[pixel] ?? 0));
  });
}

function hash(size: Size, addPixel: AddPixel): string {
  const grid = containSize(size.width, size.height, GRID_CELLS);
  const rgba = new Uint8ClampedArray(grid.width * grid.height * BYTES_PER_PIXEL);
  const scaleX = size.width / (grid.width * CELL_POINTS);
  const scaleY = size.height / (grid.height * CELL_POINTS);
  for (let row = 0; row < grid.height; row += 1) {
    for (let column = 0; column < grid.width; column += 1) {
      const sums: Sums = [0, 0, 0, 0];
      for (let point = 0; point < CELL_POINTS ** 2; point += 1) {
        const across = column * CELL_POINTS + (point % CELL_POINTS);
        const down = row * CELL_POINTS + Math.floor(point / CELL_POINTS);
        addPixel(sums, Math.floor((across + 0.5) * scaleX), Math.floor((down + 0.5) * scaleY));
      }
      rgba.set(averageOf(sums), (row * grid.width + column) * BYTES_PER_PIXEL);
    }
  }
  return toBase64(rgbaToThumbHash(grid.width, grid.height, rgba));
}

function add(sums: Sums, red: number, green: number, blue: number, alpha: number): void {
  sums[0] += red * alpha;
  sums[1] += green * alpha;
  sums[2] += blue * alpha;
  sums[3] += alpha;
}

/** Transparent pixels have no colour. */
function averageOf([red, green, blue, alpha]: Sums): Sums {
  const weight = Math.max(1, alpha);
  return [red / weight, green / weight, blue / weight, alpha / CELL_POINTS ** 2];
}

function clamp(value: number): number {
  return Math.min(255, Math.max(0, value));
}
