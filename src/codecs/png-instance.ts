import { loadFailure } from './image-error.ts';

/** What the PNG codec exports, by the conventions of wasm-bindgen. */
export interface PngExports {
  readonly memory: { readonly buffer: ArrayBuffer };
  decode(start: number, length: number): number;
  /** Takes RGBA of 8 bits, and writes where its result lies, and its length, to `result`. */
  encode(
    result: number,
    start: number,
    length: number,
    width: number,
    height: number,
    bitDepth: number,
  ): void;
  __wbindgen_malloc(length: number, alignment: number): number;
  __wbindgen_add_to_stack_pointer(bytes: number): number;
}

/** Gets a decoded picture: where it lies, its length in bytes, its width and its height. */
type TakePicture = (start: number, length: number, width: number, height: number) => number;

/** The import by which the decoder hands over its picture; wasm-bindgen puts a hash of the declaration behind it. */
const TAKE_PICTURE = '__wbg_newwithownedu8clampedarray';

/**
 * An instance of its own for a picture: a failure leaves the picture in the instance's memory, which nothing can free and
 * which never shrinks, and the package's own binding keeps one instance for all calls.
 * @throws {ImageError} codec_unavailable, out_of_memory
 */
export function openPng(
  compiled: WebAssembly.Module,
  takePicture: TakePicture = refuse,
): PngExports {
  const imports = WebAssembly.Module.imports(compiled).map(({ name }) => [
    name,
    name.startsWith(TAKE_PICTURE) ? takePicture : refuse,
  ]);
  try {
    const instance = new WebAssembly.Instance(compiled, { wbg: Object.fromEntries(imports) });
    return instance.exports as unknown as PngExports;
  } catch (error) {
    throw loadFailure(error);
  }
}

/** Copies bytes into the memory of an instance, which frees them itself; returns where they lie. */
export function passBytes(codec: PngExports, bytes: Uint8Array | Uint8ClampedArray): number {
  const start = codec.__wbindgen_malloc(bytes.length, 1) >>> 0;
  new Uint8Array(codec.memory.buffer).set(bytes, start);
  return start;
}

/** Stands for what the codec calls when it fails, and for what only others of its functions call. */
function refuse(): never {
  throw new Error('The file could not be decoded');
}
