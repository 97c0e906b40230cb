import type { Heap } from './heap.ts';

/** Functions that a codec calls, by Emscripten's names; the codec takes `undefined` for 0. */
export type NativeImports = Readonly<Record<string, (...args: number[]) => unknown>>;

const PAGE_BYTES = 65_536;
const MAX_HEAP_BYTES = 2 ** 31;
/** How much more a heap takes than it must, so that it grows seldom: a fifth of what it has, or less where that is not. */
const GROWTH_SHARES = [0.2, 0.1, 0.05];

/** Error numbers of WASI. */
const NOT_SUPPORTED = 52;
const NO_SEEKING = 70;

/** What `longjmp` throws, for the function that was called where its `setjmp` stands. */
const LONG_JUMP = new Error('longjmp');

/** What a codec asks of its system; `print` gets each line that it writes. There are no files and no environment. */
export function createSystemCalls(heap: Heap, print: (line: string) => void): NativeImports {
  return {
    abort: fail,
    exit: fail,
    cxa_throw: fail,
    emscripten_asm_const_int: fail,
    emscripten_throw_longjmp: () => {
      throw LONG_JUMP;
    },
    invoke: (pointer, ...args) => invoke(heap, pointer, args),
    emscripten_resize_heap: (bytes) => (growHeap(heap.native.wasmMemory, bytes >>> 0) ? 1 : 0),
    emscripten_memcpy_js: (target, start, length) => {
      heap.bytes.copyWithin(target, start, start + length);
    },
    emscripten_date_now: () => Date.now(),
    environ_get: () => 0,
    environ_sizes_get: (count, bytes) => {
      heap.setWord(count, 0);
      heap.setWord(bytes, 0);
    },
    fd_close: () => NOT_SUPPORTED,
    fd_read: () => NOT_SUPPORTED,
    fd_seek: () => NO_SEEKING,
    fd_write: createPrinter(heap, print),
    syscall_fcntl64: () => 0,
    syscall_ioctl: () => 0,
    syscall_openat: () => 0,
  };
}

/** @throws {Error} always: the codec has given up. */
function fail(): never {
  throw new Error('The codec has given up');
}

/** Calls a function that may end by a `longjmp`; the codec looks itself whether it did. */
function invoke(heap: Heap, pointer: number, args: readonly number[]): number {
  const { native } = heap;
  const stack = native.emscripten_stack_get_current();
  try {
    return heap.at(pointer)(...args);
  } catch (error) {
    native.emscripten_stack_restore(stack);
    if (error !== LONG_JUMP) throw error;
    native.setThrew(1, 0);
    return 0;
  }
}

/** Whether the heap has at least as many bytes now. */
function growHeap(memory: WebAssembly.Memory, bytes: number): boolean {
  if (bytes > MAX_HEAP_BYTES) return false;
  const { byteLength } = memory.buffer;
  return GROWTH_SHARES.some((share) => {
    const wanted = Math.max(bytes, byteLength * (1 + share));
    try {
      memory.grow(Math.ceil((wanted - byteLength) / PAGE_BYTES));
      return true;
    } catch {
      return false;
    }
  });
}

function createPrinter(heap: Heap, print: (line: string) => void): NativeImports[string] {
  const decoder = new TextDecoder();
  let line = '';
  return (_file, pieces = 0, count = 0, written = 0) => {
    let total = 0;
    for (let piece = 0; piece < count; piece += 1) {
      const [address = 0, length = 0] = heap.words(pieces + 8 * piece, 2);
      line += decoder.decode(heap.bytes.subarray(address, address + length));
      total += length;
    }
    const lines = line.split(/[\n\0]/u);
    line = lines.pop() ?? '';
    for (const whole of lines) print(whole);
    heap.setWord(written, total);
  };
}
