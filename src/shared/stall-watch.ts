/** A sender has sent too little for too long, or takes too long altogether. */
export class StallError extends Error {
  constructor() {
    super('The stream stands still');
    this.name = 'StallError';
  }
}

/**
 * Ends the wait for a stream that stands still. One timer serves all reads of a stream: setting one for each would cost
 * more than the read. A read that was given up stays pending, so its reader must be left locked: the runtime lets no
 * reader go that has one.
 */
export class StallWatch {
  readonly #limitMs: number;
  readonly #endsAt: number;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #waitingSince: number | null = null;
  #giveUp: (stall: StallError) => void = () => undefined;
  #hasStalled = false;

  /** @param wholeMs how long all reads together may take, with what is between them. */
  constructor(limitMs: number, wholeMs = Infinity) {
    this.#limitMs = limitMs;
    this.#endsAt = Date.now() + wholeMs;
  }

  get hasStalled(): boolean {
    return this.#hasStalled;
  }

  /**
   * Returns what the read returns.
   * @throws {StallError} once it takes longer than the limit, or the whole too long, and from then on.
   */
  async wait<Value>(read: Promise<Value>): Promise<Value> {
    const stalled = Promise.withResolvers<never>();
    this.#giveUp = stalled.reject;
    if (this.#hasStalled) this.stall();
    this.#waitingSince = Date.now();
    this.#timer ??= setTimeout(() => this.#check(), this.#leftMs());
    try {
      return await Promise.race([read, stalled.promise]);
    } finally {
      this.#waitingSince = null;
    }
  }

  /** Gives up what is waited for, and whatever comes after. */
  stall(): void {
    this.#hasStalled = true;
    this.#giveUp(new StallError());
  }

  /** Ends the watch; call it whatever the outcome was. */
  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  #check(): void {
    const leftMs = this.#leftMs();
    if (leftMs <= 0) this.stall();
    else this.#timer = setTimeout(() => this.#check(), leftMs);
  }

  #leftMs(): number {
    const now = Date.now();
    return Math.min((this.#waitingSince ?? now) + this.#limitMs, this.#endsAt) - now;
  }
}
