interface CacheEntry<Value> {
  readonly value: Value;
  readonly bytes: number;
  readonly expiresAt: number;
  isUsed: boolean;
}

/**
 * SIEVE evicts (Zhang et al., NSDI 2024): a hand moves from the oldest entry to the newest, passes entries used since
 * its last visit, and drops the first other one. It suits the long tail of a gallery better than LRU.
 */
export class MemoryCache<Value> {
  #maxBytes: number;
  readonly #entries = new Map<string, CacheEntry<Value>>();
  /** A map's iterator outlives deletions and sees what is inserted behind it. */
  #hand = this.#entries.entries();
  #candidate: [key: string, entry: CacheEntry<Value>] | null = null;
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

  get(key: string, nowMs: number): Value | null {
    const entry = this.#entries.get(key);
    if (entry === undefined) return null;
    if (entry.expiresAt <= nowMs) {
      this.invalidate(key);
      return null;
    }
    entry.isUsed = true;
    return entry.value;
  }

  hasRoom(bytes: number): boolean {
    return this.#bytes + bytes <= this.#maxBytes;
  }

  findVictim(): string | null {
    while (this.#entries.size > 0) {
      if (this.#candidate !== null) {
        const [key, entry] = this.#candidate;
        if (!entry.isUsed && this.#entries.get(key) === entry) return key;
        entry.isUsed = false;
      }
      const { done, value: next } = this.#hand.next();
      this.#candidate = next ?? null;
      if (done === true) this.#hand = this.#entries.entries();
    }
    return null;
  }

  touch(key: string): void {
    const entry = this.#entries.get(key);
    if (entry !== undefined) entry.isUsed = true;
  }

  put(key: string, value: Value, bytes: number, expiresAt: number): void {
    this.invalidate(key);
    if (bytes > this.#maxBytes) return;
    while (!this.hasRoom(bytes)) this.#dropOne();
    this.#entries.set(key, { value, bytes, expiresAt, isUsed: false });
    this.#bytes += bytes;
  }

  invalidate(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#bytes -= entry.bytes;
  }

  invalidateWhere(isChosen: (value: Value) => boolean): void {
    for (const [key, { value }] of this.#entries) if (isChosen(value)) this.invalidate(key);
  }

  #dropOne(): void {
    const key = this.findVictim();
    if (key !== null) this.invalidate(key);
  }
}
