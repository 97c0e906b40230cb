export class LentRoom {
  #isClaimed = false;
  #giveUp: (() => void) | null = null;

  /** `giveUp` is called immediately if the memory is already claimed. */
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
