export type NativeFunction = (...args: readonly number[]) => number;

/** What a codec exports, by Emscripten's names; those that have to do with `longjmp`, only one that calls it. */
export interface NativeExports {
  readonly wasmMemory: WebAssembly.Memory;
  readonly wasmTable: WebAssembly.Table;
  readonly wasm_call_ctors: () => void;
  readonly malloc: NativeFunction;
  readonly free: NativeFunction;
  readonly setThrew: NativeFunction;
  readonly emscripten_stack_restore: NativeFunction;
  readonly emscripten_stack_get_current: NativeFunction;
}

const text = new TextDecoder();

/** A codec's memory and functions; addresses are numbers, and so are pointers to functions. */
export class Heap {
  readonly native: NativeExports;
  #bytes = new Uint8Array();
  #words = new Uint32Array();

  constructor(native: NativeExports) {
    this.native = native;
  }

  /** As it is now: a heap that has grown is another array. */
  get bytes(): Uint8Array<ArrayBuffer> {
    const { buffer } = this.native.wasmMemory;
    if (this.#bytes.buffer !== buffer) this.#bytes = new Uint8Array(buffer);
    return this.#bytes;
  }

  /** The word at an address, which is a multiple of its four bytes. */
  word(address: number): number {
    return this.#view()[address >>> 2] ?? 0;
  }

  setWord(address: number, value: number): void {
    this.#view()[address >>> 2] = value;
  }

  words(address: number, count: number): number[] {
    return [...this.#view().subarray(address >>> 2, (address >>> 2) + count)];
  }

  /** A text that ends before a zero. */
  text(address: number): string {
    return text.decode(this.bytes.subarray(address, this.bytes.indexOf(0, address)));
  }

  at(pointer: number): NativeFunction {
    return this.native.wasmTable.get(pointer) as NativeFunction;
  }

  /**
   * Copies bytes as a `std::string` of Embind.
   * @throws {RangeError} when there is no room.
   */
  copyIn(bytes: Uint8Array | Uint8ClampedArray): number {
    const address = this.native.malloc(4 + bytes.length + 1);
    if (address === 0) throw new RangeError('The heap has no room for a file');
    this.setWord(address, bytes.length);
    this.bytes.set(bytes, address + 4);
    return address;
  }

  #view(): Uint32Array {
    const { buffer } = this.native.wasmMemory;
    if (this.#words.buffer !== buffer) this.#words = new Uint32Array(buffer);
    return this.#words;
  }
}
