import { viewOf } from '../../../shared/bytes.ts';
import { BYTES_PER_PIXEL, type Pixels, type Size } from '../../../shared/pixels.ts';
import { outOfMemory } from '../../../imaging/image-error.ts';
import { passBytes, type PngCodec } from '../../../imaging/png-instance.ts';

const RESULT_BYTES = 16;
const BIT_DEPTH = 8;
// Measured for noise, whose file is as large as its pixels and grows by doubling.
const HEAP_BYTES_PER_PIXEL = 13;
const HEAP_BYTES = 2 * 1024 * 1024;

/** At most. */
export function pngEncoderBytes({ width, height }: Size): number {
  return HEAP_BYTES + width * height * HEAP_BYTES_PER_PIXEL;
}

/** 8-bit RGBA without metadata. @throws {ImageError} out_of_memory */
export function encodePng(
  codec: PngCodec,
  { data, width, height }: Pixels,
): Uint8Array<ArrayBuffer> {
  const { exports } = codec;
  try {
    const result = exports.__wbindgen_add_to_stack_pointer(-RESULT_BYTES);
    const start = passBytes(codec, data);
    exports.encode(result, start, width * height * BYTES_PER_PIXEL, width, height, BIT_DEPTH);
    const memory = new Uint8Array(exports.memory.buffer);
    const view = viewOf(memory);
    const [fileStart, fileBytes] = [view.getUint32(result, true), view.getUint32(result + 4, true)];
    const file = memory.slice(fileStart, fileStart + fileBytes);
    exports.__wbindgen_free(fileStart, fileBytes, 1);
    exports.__wbindgen_add_to_stack_pointer(RESULT_BYTES);
    return file;
  } catch (error) {
    throw error instanceof WebAssembly.RuntimeError ? outOfMemory(error) : error;
  }
}
