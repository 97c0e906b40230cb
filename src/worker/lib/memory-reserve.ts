/** Memory that a cache may use until codecs claim it for good. */
export class LentRoom {
  #isClaimed = false;
  #giveUp: (() => void) | null = null;

  /** @param giveUp frees the memory; called at once if it is already claimed. */
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

/** Codecs never shrink, so their first job claims it. */
export const memoryReserve = new LentRoom();
