import type { CodecOutcome } from '../../imaging/codec-host.ts';
import { ImageError, isAllocationFailure, outOfMemory } from '../../imaging/image-error.ts';
import {
  clearMemory,
  INITIAL_ENGINE_BYTES,
  openMemory,
  PictureEngine,
} from '../../imaging/engine/picture-engine.ts';
import type { MemoryBudget, Reclaimable } from '../../imaging/memory-budget.ts';

/**
 * Keeps one engine, and after a failure its memory: a memory that is dropped stays until garbage is collected. Each page
 * counts against the budget.
 */
export class PictureHost implements Reclaimable {
  readonly #compiled: WebAssembly.Module;
  readonly #budget: MemoryBudget;
  #memory: WebAssembly.Memory | null = null;
  #engine: PictureEngine | null = null;
  #heldBytes = 0;
  #isBusy = false;

  constructor(compiled: WebAssembly.Module, budget: MemoryBudget) {
    this.#compiled = compiled;
    this.#budget = budget;
    budget.addReclaimable(this);
  }

  get idleBytes(): number {
    return this.#isBusy ? 0 : this.#heldBytes;
  }

  drop(): void {
    if (this.#isBusy) return;
    this.#budget.release(this.#heldBytes);
    this.#heldBytes = 0;
    this.#memory = null;
    this.#engine = null;
  }

  /** One call at a time. @throws {ImageError} out_of_memory @throws the error of `work`. */
  use<T>(work: (engine: PictureEngine) => T): T {
    let isDone = false;
    this.#isBusy = true;
    try {
      const engine = (this.#engine ??= this.#open());
      const made = work(engine);
      engine.clear();
      isDone = true;
      return made;
    } finally {
      this.#isBusy = false;
      if (!isDone) this.#engine = null;
    }
  }

  /** As `use`; the engine's errors about the file, and its traps, give null. */
  attempt<T>(work: (engine: PictureEngine) => T | null): CodecOutcome<T> {
    try {
      return { value: this.use(work), outOfMemory: false };
    } catch (error) {
      if (error instanceof ImageError && error.code === 'out_of_memory') {
        return { value: null, outOfMemory: true };
      }
      if (error instanceof ImageError || isAllocationFailure(error)) throw error;
      return { value: null, outOfMemory: false };
    }
  }

  #open(): PictureEngine {
    if (this.#memory !== null) clearMemory(this.#memory);
    else if (!this.#reserve(INITIAL_ENGINE_BYTES)) throw outOfMemory();
    const memory = (this.#memory ??= openMemory());
    return new PictureEngine(this.#compiled, memory, (bytes) => this.#reserve(bytes));
  }

  #reserve(bytes: number): boolean {
    if (!this.#budget.reserve(bytes)) return false;
    this.#heldBytes += bytes;
    return true;
  }
}
