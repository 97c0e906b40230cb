/**
 * What one codec job may hold at a time, in bytes: its WASM heaps and its pixel buffers together. An
 * isolate has 128 MiB for everything, and the compressed file and its copy lie beside the job.
 */
export const CODEC_MEMORY_LIMIT_BYTES = 80 * 1024 * 1024;

/** Counts what a job holds against a limit. Heaps are counted as they grow, buffers before they are made. */
export class MemoryBudget {
  readonly #limitBytes: number;
  #heldBytes = 0;
  #peakBytes = 0;

  constructor(limitBytes: number = CODEC_MEMORY_LIMIT_BYTES) {
    this.#limitBytes = limitBytes;
  }

  get freeBytes(): number {
    return this.#limitBytes - this.#heldBytes;
  }

  /** The most that was held at once, in bytes. */
  get peakBytes(): number {
    return this.#peakBytes;
  }

  /** Takes `bytes` if they fit; false, and nothing taken, if they do not. */
  take(bytes: number): boolean {
    if (bytes > this.freeBytes) return false;
    this.#heldBytes += bytes;
    this.#peakBytes = Math.max(this.#peakBytes, this.#heldBytes);
    return true;
  }

  give(bytes: number): void {
    this.#heldBytes -= bytes;
  }
}
