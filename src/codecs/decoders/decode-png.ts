import { viewOf } from '../../lib/bytes.ts';
import { BYTES_PER_PIXEL, type Pixels } from '../../lib/pixels.ts';
import { loadFailure, outOfMemory } from '../image-error.ts';

/** The import by which the decoder hands over its picture; wasm-bindgen puts a hash of the declaration behind it. */
const MAKE_PICTURE = '__wbg_newwithownedu8clampedarray';

/** Behind the signature and the header's own length and type; the height follows. */
const WIDTH_OFFSET = 16;
const COLOR_TYPE_OFFSET = 25;
const RGBA = 6;
// Measured: 9.2 for RGB, whose picture grows as it is widened.
const WIDENED_BYTES_PER_PIXEL = 10;

interface PngExports {
  readonly memory: { readonly buffer: ArrayBuffer };
  decode(start: number, length: number): number;
  __wbindgen_malloc(length: number, alignment: number): number;
}

/**
 * Decodes with an instance of its own: a failure leaves the picture in the instance's memory, which nothing can free
 * and which never shrinks, and the package's own binding keeps one instance for all calls. `file` begins with its
 * header.
 * @throws {ImageError} codec_unavailable, out_of_memory
 * @throws whatever the decoder throws on broken input.
 */
export function decodePng(
  compiled: WebAssembly.Module,
  file: Uint8Array,
  maxHeapBytes: number,
): Pixels {
  if (pngBytes(file) > maxHeapBytes) throw outOfMemory();
  const pictures: Pixels[] = [];
  const makePicture = (start: number, length: number, width: number, height: number): number => {
    const owned = new Uint8ClampedArray(exports.memory.buffer, start >>> 0, length >>> 0);
    pictures.push({ width: width >>> 0, height: height >>> 0, data: owned.slice() });
    return 0;
  };
  const imports = WebAssembly.Module.imports(compiled).map(({ name }) => [
    name,
    name.startsWith(MAKE_PICTURE) ? makePicture : refuse,
  ]);
  const instance = instantiate(compiled, { wbg: Object.fromEntries(imports) });
  const exports = instance.exports as unknown as PngExports;
  try {
    const start = exports.__wbindgen_malloc(file.length, 1) >>> 0;
    new Uint8Array(exports.memory.buffer).set(file, start);
    exports.decode(start, file.length);
  } catch (error) {
    // It tells what is broken by `refuse`; it traps when its memory cannot grow.
    throw error instanceof WebAssembly.RuntimeError ? outOfMemory(error) : error;
  }
  const [picture] = pictures;
  if (picture === undefined) throw new Error('The decoder returned no picture');
  return picture;
}

/** What the decoder takes at least (RGBA) or at most (all others), in bytes. */
function pngBytes(file: Uint8Array): number {
  const header = viewOf(file);
  const area = header.getUint32(WIDTH_OFFSET) * header.getUint32(WIDTH_OFFSET + 4);
  const isRgba = header.getUint8(COLOR_TYPE_OFFSET) === RGBA;
  return area * (isRgba ? BYTES_PER_PIXEL : WIDENED_BYTES_PER_PIXEL) + file.length * 2;
}

function instantiate(
  compiled: WebAssembly.Module,
  imports: WebAssembly.Imports,
): WebAssembly.Instance {
  try {
    return new WebAssembly.Instance(compiled, imports);
  } catch (error) {
    throw loadFailure(error);
  }
}

/** Stands for what a decoder calls when it fails, and for what only the encoder calls. */
function refuse(): never {
  throw new Error('The file could not be decoded');
}
