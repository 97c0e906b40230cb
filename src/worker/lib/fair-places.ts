import { LeasedSemaphore, type PlaceRules } from './leased-semaphore.ts';

export interface FairRules extends PlaceRules {
  readonly waitMs: number;
  /** How many requests may wait. */
  readonly waiters: number;
  readonly waitersPerHolder: number;
  /** A transfer below this rate gives way to one without a place. */
  readonly fairBytesPerSecond: number;
}

export interface Place {
  /** True once another needs the place. It is lost a second later, if it has not been released. */
  readonly isRevoked: boolean;
  advance(bytes: number): void;
  release(): void;
}

interface Holding {
  readonly holder: number;
  readonly since: number;
  readonly release: () => void;
  bytes: number;
  revokedAt: number | null;
}

interface Waiter {
  readonly holder: number;
  readonly since: number;
  polledAt: number;
  isRefused: boolean;
}

const POLL_EVERY_MS = 20;
const GONE_AFTER_MS = 1000;
/** A short transfer ends within it. */
const TAKEOVER_AFTER_MS = 250;
/** A rate is not known before. */
const MEASURE_MS = 2000;
/** For a holder whose last transfer was too slow. */
const MEASURE_AGAIN_MS = 500;
const REMEMBER_MS = 60_000;
const YIELD_MS = 1000;

/**
 * Places in an isolate that no holder, an account's number, can keep from the others.
 *
 * - The next place goes to the waiting holder with the fewest; among equals, a holder whose transfer was too slow in the
 *   last minute comes after the others; then the order of arrival decides.
 * - After a moment, a waiting holder without a place takes one: of a holder of several, or of a transfer below the fair
 *   rate. The slowest of these loses its place.
 * - If as many wait as may, the newest request of the holder with the most waiting gives way to a holder with fewer.
 * - As in `LeasedSemaphore`, requests may be cut off. They poll, and wake no other.
 */
export class FairPlaces {
  readonly #rules: FairRules;
  readonly #semaphore: LeasedSemaphore;
  readonly #held = new Set<Holding>();
  /** When a holder's transfer last gave way as too slow. */
  readonly #slowAt = new Map<number, number>();
  #waiting: Waiter[] = [];

  constructor(rules: FairRules) {
    this.#rules = rules;
    this.#semaphore = new LeasedSemaphore(rules);
  }

  /** Null when no place was free for `waitMs`, or too many wait. */
  async acquire(holder: number): Promise<Place | null> {
    const { clock, waitMs } = this.#rules;
    const waiter: Waiter = { holder, since: clock.now(), polledAt: 0, isRefused: false };
    for (;;) {
      const place = this.#poll(waiter, clock.now());
      const isOver = waiter.isRefused || clock.now() - waiter.since >= waitMs;
      if (place !== null || isOver) {
        this.#waiting = this.#waiting.filter((other) => other !== waiter);
        return place;
      }
      await clock.wait(POLL_EVERY_MS);
    }
  }

  #poll(waiter: Waiter, nowMs: number): Place | null {
    waiter.polledAt = nowMs;
    this.#forgetGone(nowMs);
    if (!this.#waiting.includes(waiter)) this.#join(waiter);
    if (this.#next() !== waiter) return null;
    const release = this.#semaphore.tryAcquire();
    if (release !== null) return this.#hold(waiter.holder, nowMs, release);
    const hasWaited = nowMs - waiter.since >= TAKEOVER_AFTER_MS;
    if (hasWaited && this.#count(waiter.holder) === 0) this.#revokeOne(nowMs);
    return null;
  }

  #join(waiter: Waiter): void {
    const { waiters, waitersPerHolder } = this.#rules;
    const own = this.#countWaiting(waiter.holder);
    if (waiter.isRefused || own >= waitersPerHolder) return refuse(waiter);
    if (this.#waiting.length >= waiters) {
      const [most] = this.#waiting
        .toReversed()
        .toSorted((a, b) => this.#countWaiting(b.holder) - this.#countWaiting(a.holder));
      if (most === undefined || this.#countWaiting(most.holder) <= own + 1) return refuse(waiter);
      refuse(most);
      this.#waiting = this.#waiting.filter((other) => other !== most);
    }
    this.#waiting.push(waiter);
  }

  #countWaiting(holder: number): number {
    return this.#waiting.filter((waiter) => waiter.holder === holder).length;
  }

  #next(): Waiter | undefined {
    const rank = ({ holder }: Waiter): number =>
      this.#count(holder) + (this.#slowAt.has(holder) ? 0.5 : 0);
    return this.#waiting.toSorted((a, b) => rank(a) - rank(b))[0];
  }

  #count(holder: number): number {
    return [...this.#held].filter((holding) => holding.holder === holder).length;
  }

  #hold(holder: number, nowMs: number, release: () => void): Place {
    const holding: Holding = { holder, since: nowMs, release, bytes: 0, revokedAt: null };
    this.#held.add(holding);
    return {
      get isRevoked() {
        return holding.revokedAt !== null;
      },
      advance: (bytes) => {
        holding.bytes += bytes;
      },
      release: () => this.#release(holding),
    };
  }

  #release(holding: Holding): void {
    this.#held.delete(holding);
    holding.release();
  }

  #revokeOne(nowMs: number): void {
    const held = [...this.#held];
    if (held.some(({ revokedAt }) => revokedAt !== null)) return;
    const rateOf = ({ bytes, since }: Holding): number => (bytes * 1000) / (nowMs - since);
    const isSlow = (one: Holding): boolean => {
      const measureMs = this.#slowAt.has(one.holder) ? MEASURE_AGAIN_MS : MEASURE_MS;
      return nowMs - one.since >= measureMs && rateOf(one) < this.#rules.fairBytesPerSecond;
    };
    const [slowest] = held
      .filter((one) => nowMs > one.since)
      .filter((one) => this.#count(one.holder) > 1 || isSlow(one))
      .toSorted((a, b) => rateOf(a) - rateOf(b));
    if (slowest === undefined) return;
    if (isSlow(slowest)) this.#slowAt.set(slowest.holder, nowMs);
    slowest.revokedAt = nowMs;
  }

  #forgetGone(nowMs: number): void {
    for (const holding of this.#held) {
      const { since, revokedAt } = holding;
      const isLost = revokedAt !== null && revokedAt + YIELD_MS <= nowMs;
      if (isLost || since + this.#rules.leaseMs <= nowMs) this.#release(holding);
    }
    for (const [holder, at] of this.#slowAt) {
      if (at + REMEMBER_MS <= nowMs) this.#slowAt.delete(holder);
    }
    this.#waiting = this.#waiting.filter(({ polledAt }) => polledAt > nowMs - GONE_AFTER_MS);
  }
}

function refuse(waiter: Waiter): void {
  waiter.isRefused = true;
}
