import type { Pixels } from '../shared/pixels.ts';
import { loadFailure, outOfMemory } from './image-error.ts';
import type { MemoryBudget, Reclaimable } from './memory-budget.ts';

/** What the PNG codec exports, by the conventions of wasm-bindgen. */
interface PngExports {
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
  __wbindgen_free(start: number, length: number, alignment: number): void;
  __wbindgen_add_to_stack_pointer(bytes: number): number;
}

/** An instance of the codec, and the images that it has decoded. */
export interface PngCodec {
  readonly exports: PngExports;
  readonly images: Pixels[];
}

/** The import by which the decoder hands over its image; wasm-bindgen puts a hash of the declaration behind it. */
const TAKE_IMAGE = '__wbg_newwithownedu8clampedarray';

/**
 * An instance of its own: a failure leaves the image in the instance's memory, which nothing can free and which never
 * shrinks, and the package's own binding keeps one instance for all calls.
 * @throws {ImageError} codec_unavailable, out_of_memory
 */
export function openPng(compiled: WebAssembly.Module): PngCodec {
  const images: Pixels[] = [];
  const takeImage = (start: number, length: number, width: number, height: number): number => {
    const { memory, __wbindgen_free: free } = exports;
    const data = new Uint8ClampedArray(memory.buffer, start >>> 0, length >>> 0).slice();
    free(start, length, 1);
    images.push({ width: width >>> 0, height: height >>> 0, data });
    return 0;
  };
  const imports = WebAssembly.Module.imports(compiled).map(({ name }) => [
    name,
    name.startsWith(TAKE_IMAGE) ? takeImage : refuse,
  ]);
  const exports = instantiate(compiled, { wbg: Object.fromEntries(imports) });
  return { exports, images };
}

/**
 * Keeps one instance, as `CodecHost` does: a dropped heap stays in memory until the next garbage collection. The codec
 * asks nobody when its heap grows, so a call says before what it takes at most; what it took is counted after it.
 */
export class PngHost implements Reclaimable {
  readonly #compiled: WebAssembly.Module;
  readonly #budget: MemoryBudget;
  #codec: PngCodec | null = null;
  #heapBytes = 0;
  #isBusy = false;

  constructor(compiled: WebAssembly.Module, budget: MemoryBudget) {
    this.#compiled = compiled;
    this.#budget = budget;
    budget.addReclaimable(this);
  }

  get idleBytes(): number {
    return this.#isBusy ? 0 : this.#heapBytes;
  }

  drop(): void {
    if (this.#isBusy) return;
    this.#budget.release(this.#heapBytes);
    this.#heapBytes = 0;
    this.#codec = null;
  }

  /**
   * Calls the codec, whose heap may become as large as `heapBytes`. After a failure the instance is dropped.
   * @throws {ImageError} codec_unavailable, out_of_memory
   * @throws what the call throws.
   */
  use<T>(heapBytes: number, call: (codec: PngCodec) => T): T {
    let isDone = false;
    this.#isBusy = true;
    try {
      this.#hold(heapBytes);
      this.#codec ??= openPng(this.#compiled);
      const value = call(this.#codec);
      isDone = true;
      return value;
    } finally {
      this.#isBusy = false;
      if (!isDone || !this.#recount()) this.drop();
    }
  }

  #hold(heapBytes: number): void {
    const growth = Math.max(0, heapBytes - this.#heapBytes);
    if (!this.#budget.reserve(growth)) throw outOfMemory();
    this.#heapBytes += growth;
  }

  /** Whether there is room for what the heap really is. */
  #recount(): boolean {
    const bytes = this.#codec?.exports.memory.buffer.byteLength ?? 0;
    this.#budget.release(this.#heapBytes);
    this.#heapBytes = 0;
    if (!this.#budget.reserve(bytes)) return false;
    this.#heapBytes = bytes;
    return true;
  }
}

/** Copies bytes into the memory of an instance, which frees them itself; returns where they lie. */
export function passBytes({ exports }: PngCodec, bytes: Uint8Array | Uint8ClampedArray): number {
  const start = exports.__wbindgen_malloc(bytes.length, 1) >>> 0;
  new Uint8Array(exports.memory.buffer).set(bytes, start);
  return start;
}

/** Stands for what the codec calls when it fails, and for what only others of its functions call. */
function refuse(): never {
  throw new Error('The file could not be decoded');
}

function instantiate(compiled: WebAssembly.Module, imports: WebAssembly.Imports): PngExports {
  try {
    return new WebAssembly.Instance(compiled, imports).exports as unknown as PngExports;
  } catch (error) {
    throw loadFailure(error);
  }
}
