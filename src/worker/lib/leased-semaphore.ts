import type { Clock } from '../../shared/clock.ts';

export interface PlaceRules {
  readonly places: number;
  readonly leaseMs: number;
  readonly clock: Clock;
}

interface Lease {
  readonly expiresAt: number;
}

interface Waiter {
  lookedAt: number;
}

const LOOK_EVERY_MS = 20;
const ABSENT_MS = 1000;

/**
 * Lets at most `places` pieces of work run at once in an isolate. The runtime may cut off a request or a queue consumer
 * at any moment: none of its promises settles then, its timers never fire, and no `finally` of it runs. So:
 *
 * - A place is a lease. One that is not given back is free again after `leaseMs`, which is longer than any work takes;
 *   work that goes on nevertheless runs beside its successor, and takes nothing from it when it ends.
 * - Nobody waits for a promise of another request. Who waits looks again by a timer of its own.
 * - Places go round in the order of arrival. Who has not looked for a second has lost its turn.
 */
export class LeasedSemaphore {
  readonly #rules: PlaceRules;
  readonly #leases = new Set<Lease>();
  #waiting: Waiter[] = [];

  constructor(rules: PlaceRules) {
    this.#rules = rules;
  }

  /** Runs a piece of work once it has a place. */
  async run<Value>(work: () => Promise<Value>): Promise<Value> {
    const release = await this.#wait();
    try {
      return await work();
    } finally {
      release();
    }
  }

  /** Takes a place without waiting; returns the function that releases it, or null when none is free. */
  tryAcquire(): (() => void) | null {
    const nowMs = this.#rules.clock.now();
    this.#forgetGone(nowMs);
    return this.#take(this.#waiting.length, nowMs);
  }

  async #wait(): Promise<() => void> {
    const { clock } = this.#rules;
    const waiter: Waiter = { lookedAt: 0 };
    for (;;) {
      const release = this.#look(waiter, clock.now());
      if (release !== null) return release;
      // Who is far back looks less often.
      const place = this.#waiting.indexOf(waiter) + 1;
      await clock.wait(Math.min(place * LOOK_EVERY_MS, ABSENT_MS / 2));
    }
  }

  #look(waiter: Waiter, nowMs: number): (() => void) | null {
    waiter.lookedAt = nowMs;
    if (!this.#waiting.includes(waiter)) this.#waiting.push(waiter);
    this.#forgetGone(nowMs);
    const release = this.#take(this.#waiting.indexOf(waiter), nowMs);
    if (release !== null) this.#waiting = this.#waiting.filter((other) => other !== waiter);
    return release;
  }

  /** Takes a place if one is left for whoever comes after `ahead` others. */
  #take(ahead: number, nowMs: number): (() => void) | null {
    const { places, leaseMs } = this.#rules;
    if (this.#leases.size + ahead >= places) return null;
    const lease: Lease = { expiresAt: nowMs + leaseMs };
    this.#leases.add(lease);
    return () => void this.#leases.delete(lease);
  }

  #forgetGone(nowMs: number): void {
    for (const lease of this.#leases) if (lease.expiresAt <= nowMs) this.#leases.delete(lease);
    this.#waiting = this.#waiting.filter(({ lookedAt }) => lookedAt > nowMs - ABSENT_MS);
  }
}
