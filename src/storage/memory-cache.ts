interface Slot<Entry> {
  readonly entry: Entry;
  readonly bytes: number;
  readonly expiresAt: number;
  isUsed: boolean;
}

/** How many keys that were turned away are remembered, at least; twice as many at most. */
const REMEMBERED_KEYS = 512;

/**
 * Keeps what is used, up to a number of bytes and until it expires. Times are passed in (milliseconds).
 *
 * What falls out is chosen by SIEVE (Zhang et al., NSDI 2024): a hand goes from the oldest entry to the newest, spares
 * what was used since it last came by, and takes what was not. So a hit costs a flag, and what is asked for only once
 * soon makes room, which suits the long tail of a gallery better than the order of last use. Who asks `isWanted` first
 * does not even fetch such entries while there is no room.
 */
export class MemoryCache<Entry> {
  readonly #maxBytes: number;
  /** In the order of insertion. */
  readonly #slots = new Map<string, Slot<Entry>>();
  /** A map's iterator outlives deletions and sees what is inserted behind it. */
  #hand = this.#slots.entries();
  #bytes = 0;
  #turnedAway = new Set<string>();
  #turnedAwayBefore = new Set<string>();

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get(key: string, nowMs: number): Entry | null {
    const slot = this.#slots.get(key);
    if (slot === undefined) return null;
    if (slot.expiresAt <= nowMs) {
      this.delete(key);
      return null;
    }
    slot.isUsed = true;
    return slot.entry;
  }

  /** Whether an entry is worth its place: there is room, or it was turned away a while ago. */
  isWanted(key: string, bytes: number): boolean {
    if (this.#bytes + bytes <= this.#maxBytes) return true;
    if (this.#turnedAway.has(key) || this.#turnedAwayBefore.has(key)) return true;
    if (this.#turnedAway.size >= REMEMBERED_KEYS) {
      this.#turnedAwayBefore = this.#turnedAway;
      this.#turnedAway = new Set();
    }
    this.#turnedAway.add(key);
    return false;
  }

  put(key: string, entry: Entry, bytes: number, expiresAt: number): void {
    this.delete(key);
    if (bytes > this.#maxBytes) return;
    while (this.#bytes + bytes > this.#maxBytes) this.#dropOne();
    this.#slots.set(key, { entry, bytes, expiresAt, isUsed: false });
    this.#bytes += bytes;
  }

  delete(key: string): void {
    const slot = this.#slots.get(key);
    if (slot === undefined) return;
    this.#slots.delete(key);
    this.#bytes -= slot.bytes;
  }

  /** Deletes every entry that is chosen. */
  deleteWhere(isChosen: (entry: Entry) => boolean): void {
    for (const [key, { entry }] of this.#slots) if (isChosen(entry)) this.delete(key);
  }

  #dropOne(): void {
    for (;;) {
      const { done, value } = this.#hand.next();
      if (done === true) {
        this.#hand = this.#slots.entries();
        continue;
      }
      const [key, slot] = value;
      if (!slot.isUsed) {
        this.delete(key);
        return;
      }
      slot.isUsed = false;
    }
  }
}
