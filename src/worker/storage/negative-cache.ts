import { VARIANT_KINDS, type VariantKind } from '../../shared/variants.ts';
import { MemoryCache } from './memory-cache.ts';

export interface MissLimits {
  readonly LINK_MISS_TTL_MS: number;
  readonly LINK_MISS_WINDOW_MS: number;
  readonly LINK_MISSES_PER_IP: number;
  readonly CHANGE_LOOK_TTL_MS: number;
}

export interface LookupStart {
  readonly startedAt: number;
  readonly publications: number;
  readonly isCounted: boolean;
}

interface MovedLink {
  /** When the last read of its row began. */
  readonly readAt: number;
  claimedUntil: number;
}

/** Of a request: it reads the row, is refused without it, or waits for the one that reads it. */
export type RowPlan = 'read' | 'refuse' | 'wait';

/** Fraction of `CHANGE_LOOK_TTL_MS`. */
const READ_AHEAD = 0.6;

/** 200 bytes each. */
const MAX_LINKS = 2048;
const MAX_NETWORKS = 4096;

/**
 * Keeps a flood of lookups of missing links from the database.
 *
 * - A link is missing for `LINK_MISS_TTL_MS`, or until this isolate publishes or restores an image under it.
 * - A link whose image was seen under its other alias is refused for `CHANGE_LOOK_TTL_MS` from the start of that read. A
 *   change of alias waits as long between its commit and its answer, so no request that begins later is refused by it. One
 *   request reads the row early for all. If it comes too late, the others wait: a flood that reads the row takes longer
 *   than a refusal counts, and would read it for ever.
 * - Afterwards the link is expected to be refused again. A guess: the next request reads the row, which decides, but
 *   nothing beside it.
 * - A network may miss `LINK_MISSES_PER_IP` times in a row, and as often again in each window (generic cell rate
 *   algorithm). Once it has missed, its lookups under way count until they find something.
 * - The state is in the isolate's memory. A shared object would cost every honest miss a call.
 */
export class NegativeCache {
  readonly #limits: MissLimits;
  readonly #links = new MemoryCache<true>(MAX_LINKS);
  readonly #movedLinks = new MemoryCache<MovedLink>(MAX_LINKS);
  /** When the window of each network will be empty. */
  readonly #networks = new MemoryCache<number>(MAX_NETWORKS);
  #publications = 0;

  constructor(limits: MissLimits) {
    this.#limits = limits;
  }

  has(uniqueLink: string, kind: VariantKind, nowMs: number): boolean {
    return this.#links.get(keyOf(uniqueLink, kind), nowMs) !== null;
  }

  expectsRefusal(assetLink: string): boolean {
    return this.#movedLinks.get(assetLink, 0) !== null;
  }

  /** Call it once before each read of a row: it counts on the one that it lets read. */
  planRead(assetLink: string, nowMs: number): RowPlan {
    const moved = this.#movedLinks.get(assetLink, 0);
    if (moved === null) return 'read';
    const lifeMs = this.#limits.CHANGE_LOOK_TTL_MS;
    const ageMs = nowMs - moved.readAt;
    const isClaimed = nowMs < moved.claimedUntil && moved.claimedUntil <= nowMs + lifeMs;
    // A clock put back would extend the refusal.
    if (ageMs >= 0 && ageMs < (isClaimed ? 1 : READ_AHEAD) * lifeMs) return 'refuse';
    if (isClaimed) return 'wait';
    moved.claimedUntil = nowMs + lifeMs;
    return 'read';
  }

  /** For a request that may read after all, but does not. */
  cancelRead(assetLink: string): void {
    const moved = this.#movedLinks.get(assetLink, 0);
    if (moved !== null) moved.claimedUntil = 0;
  }

  /** Whether the primary has read no row, or one under the alias of its request. */
  noteAlias(assetLink: string, isUnmoved: boolean, { startedAt }: LookupStart): void {
    if (isUnmoved) this.#movedLinks.invalidate(assetLink);
    else this.#movedLinks.put(assetLink, { readAt: startedAt, claimedUntil: 0 }, 1, Infinity);
  }

  secondsToWait(network: string, nowMs: number): number {
    const emptyAt = this.#networks.get(network, nowMs) ?? nowMs;
    const freeAt = emptyAt + this.#intervalMs - this.#limits.LINK_MISS_WINDOW_MS;
    return freeAt <= nowMs ? 0 : Math.ceil((freeAt - nowMs) / 1000);
  }

  startLookup(network: string, nowMs: number): LookupStart {
    const isCounted = this.#networks.get(network, nowMs) !== null;
    if (isCounted) this.#count(network, this.#intervalMs, nowMs);
    return { startedAt: nowMs, publications: this.#publications, isCounted };
  }

  /** A lookup that is never ended counts until its window is over. */
  endLookup(network: string, { isCounted }: LookupStart, isMiss: boolean, nowMs: number): void {
    if (isMiss === isCounted) return;
    this.#count(network, isMiss ? this.#intervalMs : -this.#intervalMs, nowMs);
  }

  put(uniqueLink: string, kind: VariantKind, { startedAt, publications }: LookupStart): void {
    if (publications !== this.#publications) return;
    const expiresAt = startedAt + this.#limits.LINK_MISS_TTL_MS;
    this.#links.put(keyOf(uniqueLink, kind), true, 1, expiresAt);
  }

  invalidate(uniqueLink: string): void {
    this.#publications += 1;
    for (const kind of VARIANT_KINDS) this.#links.invalidate(keyOf(uniqueLink, kind));
  }

  #count(network: string, ms: number, nowMs: number): void {
    const emptyAt = (this.#networks.get(network, nowMs) ?? nowMs) + ms;
    const latest = Math.min(emptyAt, nowMs + this.#limits.LINK_MISS_WINDOW_MS);
    this.#networks.put(network, latest, 1, latest);
  }

  get #intervalMs(): number {
    return this.#limits.LINK_MISS_WINDOW_MS / this.#limits.LINK_MISSES_PER_IP;
  }
}

function keyOf(uniqueLink: string, kind: VariantKind): string {
  return `${uniqueLink}/${kind}`;
}
