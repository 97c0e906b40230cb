import { err, type Result } from '../shared/result.ts';

/**
 * What the codecs of an isolate may hold at a time: WASM heaps and pixel buffers together, the compressed file and its
 * copy included. An isolate has 128 MiB for everything. Beside the codecs, one that takes requests holds 8 MiB of cache
 * (MEMORY_CACHE_BESIDE_CODECS_BYTES), 3 MiB of what it remembers of images at the edge, 8 MiB of copies for the edge
 * cache (EDGE_COPIES_BYTES) and 24 MiB of uploads (UPLOAD_CONCURRENT_FILES_PER_ISOLATE), 123 in all;
 * where no codecs have run, 48 MiB of cache (MEMORY_CACHE_BYTES) and 12 of what it remembers, and 92 in all. What of
 * the cache goes as the first job begins is garbage until the runtime collects it. One that transforms holds results
 * that are being read (16 MiB) and one of the image service, twice while it comes in (16 MiB), 112 in all, with
 * DYNAMIC_RESULT_MAX_BYTES at its largest. Nothing bounds both as one. Where the platform puts a transformer into an
 * isolate that takes requests, more than fits takes all of these at their most at once: a job at its limit, two of the
 * largest results with slow readers, one of the service, a full cache, all copies and all uploads. A budget that all of
 * them shared would let two slow readers keep everybody from uploading, or uploads everybody from what the service
 * makes.
 */
export const CODEC_MEMORY_LIMIT_BYTES = 80 * 1024 * 1024;

/** Keeps memory between jobs as a cache. */
export interface Reclaimable {
  readonly idleBytes: number;
  /** Releases the idle bytes; does nothing while in use. */
  drop(): void;
}

/**
 * Counts memory against a limit: heaps as they grow, buffers before they are allocated. Idle holders are dropped to
 * make room.
 */
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

  /** The most that was reserved at once, idle or not, in bytes. */
  get peakBytes(): number {
    return this.#peakBytes;
  }

  addReclaimable(reclaimable: Reclaimable): void {
    this.#reclaimables.push(reclaimable);
  }

  /** Reserves `bytes`; false, and nothing reserved, if they do not fit. */
  reserve(bytes: number): boolean {
    if (bytes > this.availableBytes) return false;
    for (const reclaimable of this.#reclaimables) {
      if (this.#heldBytes + bytes > this.#limitBytes) reclaimable.drop();
    }
    this.#heldBytes += bytes;
    this.#peakBytes = Math.max(this.#peakBytes, this.#heldBytes);
    return true;
  }

  /** Reserves `bytes` for the result of `make`; releases them when it fails or throws. */
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
