import type { Pixels } from '../shared/pixels.ts';
import { loadFailure, outOfMemory } from './image-error.ts';
import type { MemoryBudget, Reclaimable } from './memory-budget.ts';

interface PngExports {
  readonly memory: { readonly buffer: ArrayBuffer };
  decode(start: number, length: number): number;
  /** 8-bit RGBA; writes the result's address and length to `result`. */
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

export interface PngCodec {
  readonly exports: PngExports;
  readonly images: Pixels[];
}

/** The import that receives the decoded image; wasm-bindgen appends a hash of the declaration. */
const TAKE_IMAGE = '__wbg_newwithownedu8clampedarray';

/** A new instance: the package's own leaks failed decodes. @throws {ImageError} codec_unavailable, out_of_memory */
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

/** The codec grows its heap without asking, so each call reserves a bound first and counts the actual size after. */
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

  /** A failed call drops the instance. @throws {ImageError} codec_unavailable, out_of_memory, and the call's error. */
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

  #recount(): boolean {
    const bytes = this.#codec?.exports.memory.buffer.byteLength ?? 0;
    this.#budget.release(this.#heapBytes);
    this.#heapBytes = 0;
    if (!this.#budget.reserve(bytes)) return false;
    this.#heapBytes = bytes;
    return true;
  }
}

/** The codec frees the copy after the call. */
export function passBytes({ exports }: PngCodec, bytes: Uint8Array | Uint8ClampedArray): number {
  const start = exports.__wbindgen_malloc(bytes.length, 1) >>> 0;
  new Uint8Array(exports.memory.buffer).set(bytes, start);
  return start;
}

/** Only failures and unused exports call these imports. */
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
