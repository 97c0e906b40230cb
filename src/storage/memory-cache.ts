interface Held<Entry> {
  readonly entry: Entry;
  readonly bytes: number;
  readonly expiresAt: number;
}

/** Keeps what was used last, up to a number of bytes and until it expires. Times are passed in (milliseconds). */
export class MemoryCache<Entry> {
  readonly #maxBytes: number;
  readonly #slots = new Map<string, Held<Entry>>();
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
    // A map keeps the order of insertion: a used entry moves to its end, unused ones fall out at its start.
    this.#slots.set(key, slot);
    return slot.entry;
  }

  put(key: string, entry: Entry, bytes: number, expiresAt: number): void {
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
