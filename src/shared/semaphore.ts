/**
 * Lets at most `permits` pieces of work run at once, where each comes to an end. In a Worker it may not: see
 * LeasedSemaphore.
 */
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

  #release(): void {
    // The permit goes straight to the next in line, or a newcomer could take it in between.
    const next = this.#waiting.shift();
    if (next === undefined) this.#free += 1;
    else next();
  }
}
