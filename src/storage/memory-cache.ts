interface Slot<Entry> {
  readonly entry: Entry;
  readonly bytes: number;
  readonly expiresAt: number;
}

/** Keeps what was used last, within a number of bytes and for a while. The time is handed in (milliseconds). */
export class MemoryCache<Entry> {
  readonly #maxBytes: number;
  readonly #slots = new Map<string, Slot<Entry>>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get(key: string, nowMs: number): Entry | null {
    const slot = this.#slots.get(key);
    if (slot === undefined) return null;
    this.#slots.delete(key);
    if (slot.expiresAt <= nowMs) {
      this.#bytes -= slot.bytes;
      return null;
    }
    // A map keeps the order of insertion: what is used moves to its end, what is not falls out at its start.
    this.#slots.set(key, slot);
    return slot.entry;
  }

  set(key: string, entry: Entry, bytes: number, expiresAt: number): void {
    this.delete(key);
    if (bytes > this.#maxBytes) return;
    this.#slots.set(key, { entry, bytes, expiresAt });
    this.#bytes += bytes;
    for (const oldest of this.#slots.keys()) {
      if (this.#bytes <= this.#maxBytes) break;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    const slot = this.#slots.get(key);
    if (slot === undefined) return;
    this.#slots.delete(key);
    this.#bytes -= slot.bytes;
  }
}
