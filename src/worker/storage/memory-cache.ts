interface Slot<Entry> {
  readonly entry: Entry;
  readonly bytes: number;
  readonly expiresAt: number;
  isUsed: boolean;
}

/**
 * SIEVE evicts (Zhang et al., NSDI 2024): a hand moves from the oldest entry to the newest, passes entries used since
 * its last visit, and drops the first other one. It suits the long tail of a gallery better than LRU.
 */
export class MemoryCache<Entry> {
  #maxBytes: number;
  readonly #slots = new Map<string, Slot<Entry>>();
  /** A map's iterator outlives deletions and sees what is inserted behind it. */
  #hand = this.#slots.entries();
  #under: [key: string, slot: Slot<Entry>] | null = null;
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  setLimit(maxBytes: number): void {
    this.#maxBytes = maxBytes;
    while (this.#bytes > maxBytes) this.#dropOne();
  }

  get(key: string, nowMs: number): Entry | null {
    const slot = this.#slots.get(key);
    if (slot === undefined) return null;
    if (slot.expiresAt <= nowMs) {
      this.invalidate(key);
      return null;
    }
    slot.isUsed = true;
    return slot.entry;
  }

  hasRoom(bytes: number): boolean {
    return this.#bytes + bytes <= this.#maxBytes;
  }

  findNextOut(): string | null {
    while (this.#slots.size > 0) {
      if (this.#under !== null) {
        const [key, slot] = this.#under;
        if (!slot.isUsed && this.#slots.get(key) === slot) return key;
        slot.isUsed = false;
      }
      const { done, value } = this.#hand.next();
      this.#under = value ?? null;
      if (done === true) this.#hand = this.#slots.entries();
    }
    return null;
  }

  /** Counts as a use of the entry. */
  spare(key: string): void {
    const slot = this.#slots.get(key);
    if (slot !== undefined) slot.isUsed = true;
  }

  put(key: string, entry: Entry, bytes: number, expiresAt: number): void {
    this.invalidate(key);
    if (bytes > this.#maxBytes) return;
    while (!this.hasRoom(bytes)) this.#dropOne();
    this.#slots.set(key, { entry, bytes, expiresAt, isUsed: false });
    this.#bytes += bytes;
  }

  invalidate(key: string): void {
    const slot = this.#slots.get(key);
    if (slot === undefined) return;
    this.#slots.delete(key);
    this.#bytes -= slot.bytes;
  }

  invalidateWhere(isChosen: (entry: Entry) => boolean): void {
    for (const [key, { entry }] of this.#slots) if (isChosen(entry)) this.invalidate(key);
  }

  #dropOne(): void {
    const key = this.findNextOut();
    if (key !== null) this.invalidate(key);
  }
}
