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

type Load<Facts> = () => Promise<Facts>;

interface Held<Facts> {
  readonly facts: Facts;
  /** When this isolate read them, from KV or the source. */
  readonly takenAt: number;
}

const REFRESH_LEASE_MS = 10_000;
const POLL_MS = 20;
const REFRESH_TIMEOUT_MS = 1500;
const RETRY_MS = 1000;
/** For a request that waits, in multiples of `ttlMs`. */
const BYSTANDER_TTLS = 2;
/** An older copy in KV, in multiples of `ttlMs`, means that nobody publishes. */
const PUBLISHED_TTLS = 10;
const KEEP_SECONDS = 86_400;

/**
 * Keeps a flood of reads of public facts from their source, by the isolate's memory, then by KV. The cron alone writes to
 * KV; an isolate reads the source only while KV has no copy younger than `PUBLISHED_TTLS`.
 *
 * - One request at a time refreshes. Others take facts younger than twice `ttlMs`, or poll for facts read since they
 *   came. After `REFRESH_TIMEOUT_MS` they take old facts of any age, or refresh beside the request that hangs.
 * - If KV fails, the source is read. If the source fails, the old facts, or else its error, stay for a second.
 * - Facts read before a change in this isolate do not come back, even if the cron stores them later.
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
  async get(load: Load<Facts>): Promise<Facts> {
    const since = this.#rules.clock.now();
    const until = systemClock.now() + REFRESH_TIMEOUT_MS;
    for (;;) {
      const known = this.#recall(since);
      if (known !== null) return known;
      const release = this.#refreshing.tryAcquire();
      if (release !== null) {
        try {
          return await this.#refresh(load);
        } finally {
          release();
        }
      }
      const held = this.#held;
      const isPatient = systemClock.now() < until;
      if (held !== null && (!isPatient || this.#isYounger(held.takenAt, BYSTANDER_TTLS)))
        return held.facts;
      if (!isPatient) return this.#refresh(load);
      await systemClock.wait(POLL_MS);
    }
  }

  /** @throws {CacheError} @throws the error of `load`. */
  async publish(load: Load<Facts>): Promise<void> {
    const { cache, clock, key } = this.#rules;
    const readAt = clock.now();
    const facts = await load();
    await cache.putJson(key, { facts, readAt }, KEEP_SECONDS);
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
    if (held !== null && (held.takenAt >= since || this.#isYounger(held.takenAt)))
      return held.facts;
    if (this.#failure === null || this.#failure.until <= now) return null;
    if (held === null) throw this.#failure.error;
    return held.facts;
  }

  async #refresh(load: Load<Facts>): Promise<Facts> {
    const takenAt = this.#rules.clock.now();
    const changes = this.#changes;
    const published = await this.#readPublished();
    if (published !== null && this.#isYounger(published.readAt, PUBLISHED_TTLS)) {
      return this.#hold({ facts: published.facts, takenAt }, changes);
    }
    try {
      return this.#hold({ facts: await load(), takenAt }, changes);
    } catch (error) {
      this.#failure = { error, until: takenAt + RETRY_MS };
      if (this.#held !== null) return this.#held.facts;
      if (published === null) throw error;
      // Due to be read again.
      return this.#hold({ facts: published.facts, takenAt: published.readAt }, changes);
    }
  }

  async #readPublished(): Promise<{ readonly facts: Facts; readonly readAt: number } | null> {
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

  #hold(taken: Held<Facts>, changes: number): Facts {
    if (changes === this.#changes) this.#held = taken;
    return taken.facts;
  }

  #isYounger(since: number, ttls = 1): boolean {
    const { clock, ttlMs } = this.#rules;
    return clock.now() < since + ttls * ttlMs;
  }
}
