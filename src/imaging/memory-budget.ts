import { err, type Result } from '../shared/result.ts';

/**
 * Limits WASM heaps and pixel buffers together, the compressed file and its copy included. An isolate has 128 MiB.
 *
 * - One that takes requests adds 8 MiB of cache (MEMORY_CACHE_BESIDE_CODECS_BYTES), 3 MiB of edge records, 8 MiB of
 *   copies (EDGE_COPIES_BYTES) and 24 MiB of uploads (UPLOAD_CONCURRENT_FILES_PER_ISOLATE): 123 MiB in all.
 * - One that transforms adds results being read (16 MiB) and a result of the image service, held twice (16 MiB): 112
 *   MiB in all, with DYNAMIC_RESULT_MAX_BYTES at its largest.
 * - Both in one isolate can exceed 128 MiB. A shared budget would let slow readers block uploads.
 */
export const CODEC_MEMORY_LIMIT_BYTES = 80 * 1024 * 1024;

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

  /** Includes idle holders. */
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
