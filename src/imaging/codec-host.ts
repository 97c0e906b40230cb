import { isAllocationFailure } from './image-error.ts';
import type { MemoryBudget, Reclaimable } from './memory-budget.ts';

const WASM_PAGE_BYTES = 65_536;
const REFUSAL = 'The heap may not grow any further';

export interface EmscriptenOptions {
  readonly noInitialRun: boolean;
  /** Emscripten prints warnings by default. */
  readonly printErr: (line: string) => void;
  readonly instantiateWasm: (
    imports: WebAssembly.Imports,
    receive: (instance: WebAssembly.Instance) => void,
  ) => WebAssembly.Exports;
}

/** Each call makes an instance with its own heap. */
export type CodecFactory<Codec> = (options: EmscriptenOptions) => Promise<Codec>;

/** `value` is null if the codec refused, trapped or ran out of memory. */
export interface CodecOutcome<T> {
  readonly value: T | null;
  readonly outOfMemory: boolean;
}

/** Keeps one instance while its heap fits the budget, since a heap never shrinks. A failed call drops its instance. */
export class CodecHost<Codec> implements Reclaimable {
  readonly #factory: CodecFactory<Codec>;
  readonly #wasm: WebAssembly.Module;
  readonly #budget: MemoryBudget;
  readonly #onWarning: (line: string) => void;
  #codec: Codec | null = null;
  #heapBytes = 0;
  #isBusy = false;
  #outOfMemory = false;

  constructor(
    factory: CodecFactory<Codec>,
    wasm: WebAssembly.Module,
    budget: MemoryBudget,
    onWarning: (line: string) => void = () => undefined,
  ) {
    this.#onWarning = onWarning;
    this.#factory = factory;
    this.#wasm = wasm;
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

  /** One call at a time. @throws when the codec cannot be loaded or its result allocated; the file may be sound. */
  async use<T>(work: (codec: Codec) => T | null): Promise<CodecOutcome<T>> {
    this.#isBusy = true;
    this.#outOfMemory = false;
    let value: T | null = null;
    try {
      value = await this.#attempt(work);
    } finally {
      this.#isBusy = false;
      if (value === null) this.drop();
    }
    return { value, outOfMemory: this.#outOfMemory };
  }

  async #attempt<T>(work: (codec: Codec) => T | null): Promise<T | null> {
    try {
      this.#codec ??= await this.#open();
    } catch (error) {
      if (this.#outOfMemory) return null;
      throw error;
    }
    try {
      return work(this.#codec);
    } catch (error) {
      if (isAllocationFailure(error)) throw error;
      // A trap, an abort or a refused growth: the glue throws a different error for each.
      return null;
    }
  }

  /** The glue would print a failure and fetch the codec from the network. */
  #open(): Promise<Codec> {
    return new Promise((resolve, reject) => {
      const opening = this.#factory({
        noInitialRun: true,
        printErr: this.#onWarning,
        instantiateWasm: (imports, receive) => {
          try {
            const instance = new WebAssembly.Instance(this.#wasm, this.#endOnRefusal(imports));
            this.#watch(findMemory(instance));
            receive(instance);
            return instance.exports;
          } catch (error) {
            reject(error);
            return {};
          }
        },
      });
      opening.then(resolve, reject);
    });
  }

  /** Otherwise libwebp would ask again for each token. */
  #endOnRefusal(imports: WebAssembly.Imports): WebAssembly.Imports {
    const guard = (value: WebAssembly.ImportValue): WebAssembly.ImportValue =>
      typeof value !== 'function'
        ? value
        : (...args: unknown[]): unknown => {
            const result = Reflect.apply(value, undefined, args) as unknown;
            if (this.#outOfMemory) throw new RangeError(REFUSAL);
            return result;
          };
    return mapValues(imports, (members) => mapValues(members, guard));
  }

  #watch(memory: WebAssembly.Memory): void {
    this.#reserve(memory.buffer.byteLength);
    const grow = memory.grow.bind(memory);
    memory.grow = (pages) => {
      const bytes = pages * WASM_PAGE_BYTES;
      this.#reserve(bytes);
      try {
        return grow(pages);
      } catch (error) {
        this.#outOfMemory = true;
        this.#heapBytes -= bytes;
        this.#budget.release(bytes);
        throw error;
      }
    };
  }

  #reserve(bytes: number): void {
    this.#outOfMemory = !this.#budget.reserve(bytes);
    if (this.#outOfMemory) throw new RangeError(REFUSAL);
    this.#heapBytes += bytes;
  }
}

function findMemory(instance: WebAssembly.Instance): WebAssembly.Memory {
  const memory = Object.values(instance.exports).find((item) => item instanceof WebAssembly.Memory);
  if (memory === undefined) throw new TypeError('The codec exports no memory');
  return memory;
}

function mapValues<Value, Result>(
  record: Readonly<Record<string, Value>>,
  map: (value: Value) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));
}
