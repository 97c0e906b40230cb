import { TestClock } from './worker.ts';

/** A clock whose waits end when it is moved past them, and what is under way meanwhile. */
export class VirtualTime {
  readonly clock = new TestClock();
  readonly #calls = new Set<Promise<unknown>>();
  #timers: { readonly at: number; readonly resolve: () => void }[] = [];

  readonly wait = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      this.#timers.push({ at: this.clock.now() + ms, resolve });
    });

  /** Lets `advance` wait for a call. */
  async track<Result>(call: Promise<Result>): Promise<Result> {
    this.#calls.add(call);
    try {
      return await call;
    } finally {
      this.#calls.delete(call);
    }
  }

  /** Moves the clock, ends the waits that are over, and returns when nothing but waits is left. */
  async advance(ms: number): Promise<void> {
    this.clock.advance(ms);
    const due = this.#timers.filter(({ at }) => at <= this.clock.now());
    if (due.length > 0) this.#timers = this.#timers.filter(({ at }) => at > this.clock.now());
    for (const { resolve } of due) resolve();
    do {
      // Whoever has waited makes its call by then.
      for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
      await Promise.allSettled(this.#calls);
    } while (this.#calls.size > 0);
  }
}
