import { systemClock, type Clock } from '../../shared/clock.ts';
import { LeasedSemaphore } from '../lib/leased-semaphore.ts';
import type { CacheStore } from './cache-store.ts';

export interface FactsRules<Facts> {
  readonly cache: CacheStore;
  readonly key: string;
  readonly ttlMs: number;
  readonly clock: Pick<Clock, 'now'>;
  readonly parse: (stored: unknown) => Facts | null;
}

export interface FactsSource<Facts> {
  readonly load: () => Promise<Facts>;
  readonly background: (work: Promise<unknown>) => void;
}

interface Held<Facts> {
  readonly facts: Facts;
  readonly readAt: number;
}

const REFRESH_LEASE_MS = 10_000;
const POLL_MS = 20;
const REFRESH_TIMEOUT_MS = 1500;
const RETRY_MS = 1000;
/** For a request that waits, in multiples of `ttlMs`. */
const BYSTANDER_TTLS = 2;
const KEEP_SECONDS = 86_400;

/**
 * Keeps a flood of reads of public facts from their source, by the isolate's memory, then by KV.
 *
 * - One request at a time refreshes. Others take facts younger than twice `ttlMs`, or poll for facts read since they
 *   came. After `REFRESH_TIMEOUT_MS` they take old facts of any age, or refresh beside the request that hangs.
 * - If KV fails, the source is read. If the source fails, the old facts, or else its error, stay for a second.
 * - Facts read before a change in this isolate do not come back, even if another isolate stores them later.
 */
export class SharedFacts<Facts extends object> {
  readonly #rules: FactsRules<Facts>;
  readonly #refreshing = new LeasedSemaphore({
    places: 1,
    leaseMs: REFRESH_LEASE_MS,
    clock: systemClock,
  });
  #held: Held<Facts> | null = null;
  #failure: { readonly error: unknown; readonly until: number } | null = null;
  #changes = 0;
  #changedAt = Number.NEGATIVE_INFINITY;

  constructor(rules: FactsRules<Facts>) {
    this.#rules = rules;
  }

  /** @throws the error of `load`, without old facts. */
  async get(source: FactsSource<Facts>): Promise<Facts> {
    const since = this.#rules.clock.now();
    const until = systemClock.now() + REFRESH_TIMEOUT_MS;
    for (;;) {
      const known = this.#recall(since);
      if (known !== null) return known;
      const release = this.#refreshing.tryAcquire();
      if (release !== null) {
        try {
          return await this.#refresh(source);
        } finally {
          release();
        }
      }
      const held = this.#held;
      const isPatient = systemClock.now() < until;
      if (held !== null && (!isPatient || this.#isYounger(held, BYSTANDER_TTLS))) return held.facts;
      if (!isPatient) return this.#refresh(source);
      await systemClock.wait(POLL_MS);
    }
  }

  /** Here and in KV; other isolates keep the facts until they expire. */
  async invalidate(): Promise<void> {
    this.#changes += 1;
    this.#changedAt = this.#rules.clock.now();
    this.#held = null;
    try {
      await this.#rules.cache.invalidate(this.#rules.key);
    } catch {
      // The copy in KV is no older than those of other isolates.
    }
  }

  #recall(since: number): Facts | null {
    const now = this.#rules.clock.now();
    const held = this.#held;
    if (held !== null && (held.readAt >= since || this.#isYounger(held))) return held.facts;
    if (this.#failure === null || this.#failure.until <= now) return null;
    if (held === null) throw this.#failure.error;
    return held.facts;
  }

  async #refresh({ load, background }: FactsSource<Facts>): Promise<Facts> {
    const { cache, clock, key } = this.#rules;
    const changes = this.#changes;
    const shared = await this.#readShared();
    if (shared !== null && this.#isYounger(shared)) return this.#hold(shared, changes);
    const readAt = clock.now();
    try {
      const read = { facts: await load(), readAt };
      if (changes === this.#changes) {
        background(cache.putJson(key, read, KEEP_SECONDS).catch(() => undefined));
      }
      return this.#hold(read, changes);
    } catch (error) {
      this.#failure = { error, until: readAt + RETRY_MS };
      const old = this.#held ?? shared;
      if (old === null) throw error;
      return this.#hold(old, changes);
    }
  }

  async #readShared(): Promise<Held<Facts> | null> {
    const { cache, key, parse } = this.#rules;
    try {
      const stored = await cache.getJson(key);
      const { readAt, facts } = (stored ?? {}) as { readAt?: unknown; facts?: unknown };
      const parsed = parse(facts);
      if (typeof readAt !== 'number' || parsed === null || readAt <= this.#changedAt) return null;
      return { facts: parsed, readAt };
    } catch {
      return null;
    }
  }

  #hold(read: Held<Facts>, changes: number): Facts {
    if (changes === this.#changes) this.#held = read;
    return read.facts;
  }

  #isYounger({ readAt }: Held<Facts>, ttls = 1): boolean {
    const { clock, ttlMs } = this.#rules;
    return clock.now() < readAt + ttls * ttlMs;
  }
}
