/** Room in memory that somebody uses until another claims it, once and for good. */
export class LentRoom {
  #isClaimed = false;
  #giveUp: (() => void) | null = null;

  /** Says how the room is given up: when it is claimed, or at once where it has been. */
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

/** What an isolate's codecs need from their first job on: they keep what they have grown to. */
export const memoryReserve = new LentRoom();
