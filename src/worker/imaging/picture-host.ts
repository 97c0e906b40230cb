import { ImageError } from '../../imaging/image-error.ts';
import {
  clearMemory,
  type EngineHost,
  openMemory,
  PictureEngine,
} from '../../imaging/engine/picture-engine.ts';
import type { MemoryBudget, Reclaimable } from '../../imaging/memory-budget.ts';

export type OpenEngine = (host?: EngineHost) => PictureEngine;

/** Opens an engine for each image, all in one memory: a memory shrinks only when garbage is collected. */
export class PictureHost implements Reclaimable {
  readonly #compiled: WebAssembly.Module;
  readonly #budget: MemoryBudget;
  #memory: WebAssembly.Memory | null = null;
  #maxBytes = 0;
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
  }

  /**
   * Lends the rest of the budget to `work`, which may run twice, and opens one engine each time.
   * @throws {ImageError} out_of_memory
   */
  use<T>(work: (open: OpenEngine) => T): T {
    try {
      return this.#attempt(work);
    } catch (error) {
      // The memory of an image that had less room may end too early.
      const isOutOfMemory = error instanceof ImageError && error.code === 'out_of_memory';
      if (!isOutOfMemory || this.#maxBytes >= this.#budget.availableBytes) throw error;
      this.drop();
      return this.#attempt(work);
    }
  }

  #attempt<T>(work: (open: OpenEngine) => T): T {
    const memory = this.#lend();
    try {
      return work((host) => {
        clearMemory(memory);
        return new PictureEngine(this.#compiled, memory, host);
      });
    } finally {
      this.#budget.release(this.#heldBytes - memory.buffer.byteLength);
      this.#heldBytes = memory.buffer.byteLength;
      this.#isBusy = false;
    }
  }

  #lend(): WebAssembly.Memory {
    const budget = this.#budget;
    if (this.#memory === null || this.#maxBytes > budget.availableBytes) {
      this.drop();
      this.#memory = openMemory(budget.availableBytes);
      this.#maxBytes = budget.availableBytes;
    }
    // Before the reservation, which drops what is idle.
    this.#isBusy = true;
    budget.reserve(this.#maxBytes - this.#heldBytes);
    this.#heldBytes = this.#maxBytes;
    return this.#memory;
  }
}
