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
  polledAt: number;
}

const POLL_EVERY_MS = 20;
const GONE_AFTER_MS = 1000;

/**
 * The runtime may cut off a request: its promises never settle, its timers never fire, its `finally` never runs.
 *
 * - A place is a lease, free again after `leaseMs`. Late work runs beside its successor and releases nothing of it.
 * - No request waits for another's promise. Each polls with its own timer.
 * - Places go in the order of arrival. A waiter that has not polled for a second loses its turn.
 */
export class LeasedSemaphore {
  readonly #rules: PlaceRules;
  readonly #leases = new Set<Lease>();
  #waiting: Waiter[] = [];

  constructor(rules: PlaceRules) {
    this.#rules = rules;
  }

  async run<Value>(work: () => Promise<Value>): Promise<Value> {
    const release = await this.#wait();
    try {
      return await work();
    } finally {
      release();
    }
  }

  tryAcquire(): (() => void) | null {
    const nowMs = this.#rules.clock.now();
    this.#forgetGone(nowMs);
    return this.#take(this.#waiting.length, nowMs);
  }

  async #wait(): Promise<() => void> {
    const { clock } = this.#rules;
    const waiter: Waiter = { polledAt: 0 };
    for (;;) {
      const release = this.#poll(waiter, clock.now());
      if (release !== null) return release;
      const position = this.#waiting.indexOf(waiter) + 1;
      await clock.wait(Math.min(position * POLL_EVERY_MS, GONE_AFTER_MS / 2));
    }
  }

  #poll(waiter: Waiter, nowMs: number): (() => void) | null {
    waiter.polledAt = nowMs;
    if (!this.#waiting.includes(waiter)) this.#waiting.push(waiter);
    this.#forgetGone(nowMs);
    const release = this.#take(this.#waiting.indexOf(waiter), nowMs);
    if (release !== null) this.#waiting = this.#waiting.filter((other) => other !== waiter);
    return release;
  }

  /** `ahead` counts waiters with an earlier turn. */
  #take(ahead: number, nowMs: number): (() => void) | null {
    const { places, leaseMs } = this.#rules;
    if (this.#leases.size + ahead >= places) return null;
    const lease: Lease = { expiresAt: nowMs + leaseMs };
    this.#leases.add(lease);
    return () => void this.#leases.delete(lease);
  }

  #forgetGone(nowMs: number): void {
    for (const lease of this.#leases) if (lease.expiresAt <= nowMs) this.#leases.delete(lease);
    this.#waiting = this.#waiting.filter(({ polledAt }) => polledAt > nowMs - GONE_AFTER_MS);
  }
}
