export class StallError extends Error {
  constructor() {
    super('The stream stands still');
    this.name = 'StallError';
  }
}

/** @throws {StallError} when it takes longer; the work goes on. */
export async function waitWithin<Value>(limitMs: number, work: Promise<Value>): Promise<Value> {
  const watch = new StallWatch(limitMs);
  try {
    return await watch.wait(work);
  } finally {
    watch.stop();
  }
}

/** One timer serves all reads, which cost less than a timer. After a stall the reader must stay locked. */
export class StallWatch {
  readonly #limitMs: number;
  readonly #endsAt: number;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #waitingSince: number | null = null;
  #giveUp: (stall: StallError) => void = () => undefined;
  #hasStalled = false;

  /** `wholeMs` limits all reads together, pauses included. */
  constructor(limitMs: number, wholeMs = Infinity) {
    this.#limitMs = limitMs;
    this.#endsAt = Date.now() + wholeMs;
  }

  get hasStalled(): boolean {
    return this.#hasStalled;
  }

  /** @throws {StallError} when this read or all reads together exceed their limit, and ever after. */
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

  stall(): void {
    this.#hasStalled = true;
    this.#giveUp(new StallError());
  }

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
