export class MemoryReserve {
  #isClaimed = false;
  #giveUp: (() => void) | null = null;

  lend(giveUp: () => void): void {
    this.#giveUp = giveUp;
    if (this.#isClaimed) giveUp();
  }

  claim(): void {
    if (this.#isClaimed) return;
    this.#isClaimed = true;
    this.#giveUp?.();
  }
}

/** Codecs claim it for good, since their heaps never shrink. */
export const memoryReserve = new MemoryReserve();
