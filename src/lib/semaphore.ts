/** Lets at most `permits` pieces of work run at once. */
export class Semaphore {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(permits: number) {
    this.#free = permits;
  }

  /** Runs a piece of work once a permit is free; waiting work gets its permits in the order of arrival. */
  async run<Value>(work: () => Promise<Value>): Promise<Value> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      this.#release();
    }
  }

  /** Takes a permit without waiting; returns the function that releases it, to be called once, or null if none is free. */
  tryAcquire(): (() => void) | null {
    if (this.#free === 0) return null;
    this.#free -= 1;
    return () => this.#release();
  }

  #release(): void {
    // The permit goes straight to the next in line, or a newcomer could take it in between.
    const next = this.#waiting.shift();
    if (next === undefined) this.#free += 1;
    else next();
  }
}
