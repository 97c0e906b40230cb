import { viewOf } from '../../shared/bytes.ts';
import { BYTES_PER_PIXEL, type Pixels } from '../../shared/pixels.ts';
import { outOfMemory } from '../image-error.ts';
import { passBytes, type PngCodec } from '../png-instance.ts';

/** After the signature and the header's length and type; the height follows. */
const WIDTH_OFFSET = 16;
const COLOR_TYPE_OFFSET = 25;
const RGBA = 6;
// Measured: 9.2 for RGB, which the decoder widens to RGBA in a growing buffer.
const WIDENED_BYTES_PER_PIXEL = 10;

/** @throws {ImageError} out_of_memory, or the decoder's error on broken input; then the instance is unusable. */
export function decodePng(codec: PngCodec, file: Uint8Array): Pixels {
  try {
    codec.exports.decode(passBytes(codec, file), file.length);
  } catch (error) {
    // The decoder reports broken input through a call; a trap means that its memory cannot grow.
    throw error instanceof WebAssembly.RuntimeError ? outOfMemory(error) : error;
  }
  const image = codec.images.pop();
  if (image === undefined) throw new Error('The decoder returned no image');
  return image;
}

/** At least (RGBA) or at most (other types). */
export function pngHeapBytes(file: Uint8Array): number {
  const header = viewOf(file);
  const area = header.getUint32(WIDTH_OFFSET) * header.getUint32(WIDTH_OFFSET + 4);
  const isRgba = header.getUint8(COLOR_TYPE_OFFSET) === RGBA;
  return area * (isRgba ? BYTES_PER_PIXEL : WIDENED_BYTES_PER_PIXEL) + file.length * 2;
}
