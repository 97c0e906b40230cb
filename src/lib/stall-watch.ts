/** A sender has sent too little for too long. */
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
  #timer: ReturnType<typeof setTimeout> | null = null;
  #waitingSince: number | null = null;
  #giveUp: (stall: StallError) => void = () => undefined;
  #hasStalled = false;

  constructor(limitMs: number) {
    this.#limitMs = limitMs;
  }

  get hasStalled(): boolean {
    return this.#hasStalled;
  }

  /**
   * Gives what the read gives.
   * @throws {StallError} once it takes longer than the limit, and from then on.
   */
  async wait<Value>(read: Promise<Value>): Promise<Value> {
    const stalled = Promise.withResolvers<never>();
    this.#giveUp = stalled.reject;
    if (this.#hasStalled) this.stall();
    this.#timer ??= setTimeout(() => this.#check(), this.#limitMs);
    this.#waitingSince = Date.now();
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
    const since = this.#waitingSince;
    const leftMs = since === null ? this.#limitMs : since + this.#limitMs - Date.now();
    if (leftMs <= 0) this.stall();
    else this.#timer = setTimeout(() => this.#check(), leftMs);
  }
}
