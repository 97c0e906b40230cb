import { viewOf } from '../../lib/bytes.ts';
import { BYTES_PER_PIXEL, type Pixels } from '../../lib/pixels.ts';
import { outOfMemory } from '../image-error.ts';
import { openPng, passBytes } from '../png-instance.ts';

/** Behind the signature and the header's own length and type; the height follows. */
const WIDTH_OFFSET = 16;
const COLOR_TYPE_OFFSET = 25;
const RGBA = 6;
// Measured: 9.2 for RGB, whose picture grows as it is widened.
const WIDENED_BYTES_PER_PIXEL = 10;

/**
 * Decodes a PNG; `file` begins with its header.
 * @throws {ImageError} codec_unavailable, out_of_memory
 * @throws whatever the decoder throws on broken input.
 */
export function decodePng(
  compiled: WebAssembly.Module,
  file: Uint8Array,
  maxHeapBytes: number,
): Pixels {
  if (pngHeapBytes(file) > maxHeapBytes) throw outOfMemory();
  const pictures: Pixels[] = [];
  const decoder = openPng(compiled, (start, length, width, height) => {
    const owned = new Uint8ClampedArray(decoder.memory.buffer, start >>> 0, length >>> 0);
    pictures.push({ width: width >>> 0, height: height >>> 0, data: owned.slice() });
    return 0;
  });
  try {
    decoder.decode(passBytes(decoder, file), file.length);
  } catch (error) {
    // It tells what is broken by a call; it traps when its memory cannot grow.
    throw error instanceof WebAssembly.RuntimeError ? outOfMemory(error) : error;
  }
  const [picture] = pictures;
  if (picture === undefined) throw new Error('The decoder returned no picture');
  return picture;
}

/** What the decoder takes at least (RGBA) or at most (all others), in bytes. */
export function pngHeapBytes(file: Uint8Array): number {
  const header = viewOf(file);
  const area = header.getUint32(WIDTH_OFFSET) * header.getUint32(WIDTH_OFFSET + 4);
  const isRgba = header.getUint8(COLOR_TYPE_OFFSET) === RGBA;
  return area * (isRgba ? BYTES_PER_PIXEL : WIDENED_BYTES_PER_PIXEL) + file.length * 2;
}
