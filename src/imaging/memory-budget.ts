import { err, type Result } from '../shared/result.ts';

/**
 * Limits WASM heaps and pixel buffers together, the compressed file and its copy included. An isolate has 128 MiB.
 *
 * - One that takes requests holds 8 MiB of cache beside codecs (MEMORY_CACHE_BESIDE_CODECS_BYTES), 3 MiB of edge
 *   records, 8 MiB of copies for the edge cache (EDGE_COPIES_BYTES) and 24 MiB of uploads
 *   (UPLOAD_CONCURRENT_FILES_PER_ISOLATE): 123 MiB in all. Before its first codec it has 48 MiB of cache
 *   (MEMORY_CACHE_BYTES) and 12 MiB of records: 92 MiB in all.
 * - One that transforms holds results being read (16 MiB) and a result of the image service, twice while it comes in
 *   (16 MiB): 112 MiB in all, with DYNAMIC_RESULT_MAX_BYTES at its largest.
 * - Dropped cache entries stay in memory until garbage collection.
 *
 * If the platform puts a transformer into an isolate that takes requests, all maxima at once exceed 128 MiB. They share
 * no budget: two slow readers could then block all uploads, or uploads all results.
 */
export const CODEC_MEMORY_LIMIT_BYTES = 80 * 1024 * 1024;

/** Keeps memory between jobs. */
export interface Reclaimable {
  readonly idleBytes: number;
  /** Does nothing while in use. */
  drop(): void;
}

/** Counts heaps as they grow, and buffers before they are allocated. Drops idle holders to make room. */
export class MemoryBudget {
  readonly #limitBytes: number;
  readonly #reclaimables: Reclaimable[] = [];
  #heldBytes = 0;
  #peakBytes = 0;

  constructor(limitBytes: number = CODEC_MEMORY_LIMIT_BYTES) {
    this.#limitBytes = limitBytes;
  }

  get availableBytes(): number {
    const idleBytes = this.#reclaimables.reduce((sum, { idleBytes }) => sum + idleBytes, 0);
    return this.#limitBytes - this.#heldBytes + idleBytes;
  }

  /** In bytes, idle holders included. */
  get peakBytes(): number {
    return this.#peakBytes;
  }

  addReclaimable(reclaimable: Reclaimable): void {
    this.#reclaimables.push(reclaimable);
  }

  /** Reserves nothing when it returns false. */
  reserve(bytes: number): boolean {
    if (bytes > this.availableBytes) return false;
    for (const reclaimable of this.#reclaimables) {
      if (this.#heldBytes + bytes > this.#limitBytes) reclaimable.drop();
    }
    this.#heldBytes += bytes;
    this.#peakBytes = Math.max(this.#peakBytes, this.#heldBytes);
    return true;
  }

  /** Releases `bytes` when `make` fails or throws. */
  async reserveFor<Made, Fault>(
    bytes: number,
    make: () => Promise<Result<Made, Fault>> | Result<Made, Fault>,
  ): Promise<Result<Made, Fault | 'too_large'>> {
    if (!this.reserve(bytes)) return err('too_large');
    let isMade = false;
    try {
      const made = await make();
      isMade = made.ok;
      return made;
    } finally {
      if (!isMade) this.release(bytes);
    }
  }

  release(bytes: number): void {
    this.#heldBytes -= bytes;
  }
}
