import type { Clock } from '../../src/shared/clock.ts';

const STEP_MS = 10;

/** A manual clock whose timers die with their request. */
export class HandClock implements Clock {
  #now = 1_000_000;
  #timers: { readonly at: number; readonly fire: () => void }[] = [];

  now(): number {
    return this.#now;
  }

  wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.#timers.push({ at: this.#now + ms, fire: resolve });
    });
  }

  async advance(ms: number): Promise<void> {
    for (const end = this.#now + ms; this.#now < end;) {
      this.#now += STEP_MS;
      const due = this.#timers.filter(({ at }) => at <= this.#now);
      this.#timers = this.#timers.filter(({ at }) => at > this.#now);
      for (const { fire } of due) fire();
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** Advances the clock while the isolate only computes: no timer fires. */
  stall(ms: number): void {
    this.#now += ms;
  }

  /** Cuts off all current waits. */
  cutOff(): void {
    this.#timers = [];
  }
}
