import { TestClock } from './worker.ts';

/** A clock whose waits end when it is advanced past them, and the calls under way. */
export class VirtualTime {
  readonly clock = new TestClock();
  readonly #calls = new Set<Promise<unknown>>();
  #timers: { readonly at: number; readonly resolve: () => void }[] = [];

  readonly wait = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      this.#timers.push({ at: this.clock.now() + ms, resolve });
    });

  /** Makes `advance` wait for a call. */
  async track<Result>(call: Promise<Result>): Promise<Result> {
    this.#calls.add(call);
    try {
      return await call;
    } finally {
      this.#calls.delete(call);
    }
  }

  /** Advances the clock, ends the expired waits, and returns when only waits are left. */
  async advance(ms: number): Promise<void> {
    this.clock.advance(ms);
    const due = this.#timers.filter(({ at }) => at <= this.clock.now());
    if (due.length > 0) this.#timers = this.#timers.filter(({ at }) => at > this.clock.now());
    for (const { resolve } of due) resolve();
    do {
      // Expired waits have made their calls by then.
      for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
      await Promise.allSettled(this.#calls);
    } while (this.#calls.size > 0);
  }
}
