import { BYTES_PER_PIXEL, type CropBox, type Pixels } from '../shared/pixels.ts';
import { orientedSize } from '../shared/recipe-geometry.ts';

const UPRIGHT = 1;
// Square tiles keep reads down the columns within the CPU's cache.
const TILE_PIXELS = 32;

/** Returns the same object if nothing changes. */
export function orientPixels(source: Pixels, orientation: number): Pixels {
  if (orientation === UPRIGHT) return source;
  const { width, height } = orientedSize(source.width, source.height, orientation);
  const target = createPixels(width, height);
  const from = wordsOf(source);
  const to = wordsOf(target);
  const { start, right, down } = strides(orientation, source.width, source.height);
  for (let tileTop = 0; tileTop < height; tileTop += TILE_PIXELS) {
    const bottom = Math.min(height, tileTop + TILE_PIXELS);
    for (let tileLeft = 0; tileLeft < width; tileLeft += TILE_PIXELS) {
      const edge = Math.min(width, tileLeft + TILE_PIXELS);
      for (let y = tileTop; y < bottom; y += 1) {
        let index = start + y * down + tileLeft * right;
        for (let x = tileLeft; x < edge; x += 1) {
          to[y * width + x] = from[index] ?? 0;
          index += right;
        }
      }
    }
  }
  return target;
}

export function cropPixels(source: Pixels, box: CropBox): Pixels {
  const target = createPixels(box.width, box.height);
  const rowBytes = box.width * BYTES_PER_PIXEL;
  for (let y = 0; y < box.height; y += 1) {
    const start = ((box.top + y) * source.width + box.left) * BYTES_PER_PIXEL;
    target.data.set(source.data.subarray(start, start + rowBytes), y * rowBytes);
  }
  return target;
}

function createPixels(width: number, height: number): Pixels {
  return {
    width,
    height,
    data: new Uint8ClampedArray(width * height * BYTES_PER_PIXEL),
  };
}

function wordsOf(pixels: Pixels): Uint32Array {
  return new Uint32Array(pixels.data.buffer, pixels.data.byteOffset, pixels.width * pixels.height);
}

/** First pixel of the upright image and its right and lower neighbours (EXIF 2.32, tag 0x0112). */
function strides(
  orientation: number,
  width: number,
  height: number,
): { start: number; right: number; down: number } {
  const last = width * height - 1;
  const bottomLeft = width * (height - 1);
  const upright = { start: 0, right: 1, down: width };
  const others = [
    { start: width - 1, right: -1, down: width },
    { start: last, right: -1, down: -width },
    { start: bottomLeft, right: 1, down: -width },
    { start: 0, right: width, down: 1 },
    { start: bottomLeft, right: -width, down: 1 },
    { start: last, right: -width, down: -1 },
    { start: width - 1, right: width, down: -1 },
  ];
  return others[orientation - 2] ?? upright;
}
