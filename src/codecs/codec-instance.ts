import type { MemoryBudget } from './memory-budget.ts';

const WASM_PAGE_BYTES = 65_536;

interface EmscriptenOptions {
  readonly noInitialRun: boolean;
  readonly printErr: (line: string) => void;
  readonly instantiateWasm: (
    imports: WebAssembly.Imports,
    receive: (instance: WebAssembly.Instance) => void,
  ) => WebAssembly.Exports;
}

/** The factory that Emscripten generates for a codec; each call makes an instance with its own heap. */
export type CodecFactory<Codec> = (options: EmscriptenOptions) => Promise<Codec>;

/** What came of a call into a codec; `value` is null if the codec refused, trapped or ran out of memory. */
export interface CodecOutcome<T> {
  readonly value: T | null;
  /** Whether the last wish for a larger heap was refused. */
  readonly outOfMemory: boolean;
}

/** A heap that counts against a budget and cannot outgrow it: to the codec, a refusal is a failed malloc. */
class BudgetedHeap {
  readonly #budget: MemoryBudget;
  #bytes = 0;
  outOfMemory = false;

  constructor(budget: MemoryBudget) {
    this.#budget = budget;
  }

  adopt(memory: WebAssembly.Memory): void {
    this.#take(memory.buffer.byteLength);
    const grow = memory.grow.bind(memory);
    memory.grow = (pages) => {
      this.#take(pages * WASM_PAGE_BYTES);
      return grow(pages);
    };
  }

  release(): void {
    this.#budget.give(this.#bytes);
    this.#bytes = 0;
  }

  #take(bytes: number): void {
    this.outOfMemory = !this.#budget.take(bytes);
    if (this.outOfMemory) throw new RangeError('The codec may not grow its heap any further');
    this.#bytes += bytes;
  }
}

const findMemory = (instance: WebAssembly.Instance): WebAssembly.Memory => {
  const memory = Object.values(instance.exports).find((item) => item instanceof WebAssembly.Memory);
  if (memory === undefined) throw new TypeError('The codec exports no memory');
  return memory;
};

/**
 * Makes a codec instance, hands it to `work`, and drops it. A heap never shrinks, and an instance that
 * trapped may be broken, so none is kept: at most one heap is alive, and no job can spoil the next.
 */
export const useCodec = async <Codec, T>(
  factory: CodecFactory<Codec>,
  wasm: WebAssembly.Module,
  budget: MemoryBudget,
  work: (codec: Codec) => T | null,
): Promise<CodecOutcome<T>> => {
  const heap = new BudgetedHeap(budget);
  try {
    const codec = await factory({
      noInitialRun: true,
      printErr: () => undefined,
      instantiateWasm: (imports, receive) => {
        const instance = new WebAssembly.Instance(wasm, imports);
        heap.adopt(findMemory(instance));
        receive(instance);
        return instance.exports;
      },
    });
    return { value: work(codec), outOfMemory: heap.outOfMemory };
  } catch {
    return { value: null, outOfMemory: heap.outOfMemory };
  } finally {
    heap.release();
  }
};
