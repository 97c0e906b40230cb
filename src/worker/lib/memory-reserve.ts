export class MemoryReserve {
  #isClaimed = false;
  #release: (() => void) | null = null;

  lend(release: () => void): void {
    this.#release = release;
    if (this.#isClaimed) release();
  }

  claim(): void {
    if (this.#isClaimed) return;
    this.#isClaimed = true;
    this.#release?.();
  }
}

/** Codecs claim it for good, since their heaps never shrink. */
export const memoryReserve = new MemoryReserve();
