import { newOpaqueId } from '../../shared/ids.ts';
import type { EdgeCache } from './edge-cache.ts';
import { shardOf, epochPath, LINK_SHARDS, lastChangePath, tombstonePath } from './keys.ts';

/** The changes of a data centre to the images of one shard of links. */
export interface Epoch {
  /** Never written twice. */
  readonly id: string;
  /** Milliseconds; 0 when no change is known. */
  readonly changedAt: number;
}

interface Known {
  epoch: Epoch | null;
  readAt: number;
  claimedUntil: number;
}

export interface LogRules {
  readonly epochMaxAgeMs: number;
  readonly lifeMs: number;
  /** Images of the shard in memory can no longer be judged. */
  readonly onLost: (shard: number) => void;
}

/** Rows read this soon after a change count as older: clocks of a data centre differ, and replicas lag. */
const SKEW_MARGIN_MS = 5000;

/** Fraction of `epochMaxAgeMs`. */
const REFRESH_AHEAD = 0.6;

const EPOCH_TTL_SECONDS = 86_400;

/**
 * Tells the isolates of a data centre about changed public images (docs/architecture.md, Invalidation). Invariants:
 *
 * - After its commit and before its answer, a change puts the link's tombstone (its time), the time of the shard's last
 *   change and a new epoch into the cache, in this order, and waits `epochMaxAgeMs`.
 * - An isolate trusts an epoch for `epochMaxAgeMs`: after the answer no isolate trusts an earlier one.
 * - A cached image carries the id of the epoch that was in the cache before its row was read. The same id: the row is
 *   current. Another id: the tombstone decides. So a put under way brings nothing back.
 * - Without an epoch the isolate writes a new one and drops its shard's images from memory: a purge of the path empties
 *   the memory of all isolates. If the cache keeps nothing, memory lives `epochMaxAgeMs`.
 * - An epoch may replace a change's own. The time of the last change, put before it and read after it, tells.
 * - A failed read counts as changed. A replica is asked only while no change is known.
 * - A change without a confirmed commit publishes its marks, too; they hold if it commits within `SKEW_MARGIN_MS`. A change
 *   cut off before its marks leaves cached images until they expire or are purged.
 *
 * Assumes read-after-write within a data centre, puts that end within `SKEW_MARGIN_MS`, clocks that differ by less, and
 * tombstones that are not evicted. Changes in other data centres are unknown here.
 */
export class InvalidationLog {
  readonly #edge: EdgeCache;
  readonly #rules: LogRules;
  readonly #known = Array.from({ length: LINK_SHARDS }, createUnknown);
  readonly #tombstones = new Map<string, number>();

  constructor(edge: EdgeCache, rules: LogRules) {
    this.#edge = edge;
    this.#rules = rules;
  }

  /** Null when the epoch is due for a read. */
  getEpoch(uniqueLink: string, nowMs: number): Epoch | null {
    const known = this.#recall(uniqueLink);
    // A clock put back would extend the trust.
    if (nowMs < known.readAt) known.readAt = Number.NEGATIVE_INFINITY;
    return nowMs < known.readAt + this.#rules.epochMaxAgeMs ? known.epoch : null;
  }

  /** One request refreshes an epoch early for all. */
  readEpoch(
    uniqueLink: string,
    nowMs: number,
    background: (work: Promise<unknown>) => void,
  ): Epoch | Promise<Epoch> {
    const known = this.getEpoch(uniqueLink, nowMs);
    if (known === null) return this.#refresh(uniqueLink, nowMs);
    this.refreshInBackground(uniqueLink, nowMs, background);
    return known;
  }

  refreshInBackground(
    uniqueLink: string,
    nowMs: number,
    background: (work: Promise<unknown>) => void,
  ): void {
    const known = this.#recall(uniqueLink);
    const { epochMaxAgeMs } = this.#rules;
    if (nowMs < known.readAt + REFRESH_AHEAD * epochMaxAgeMs || nowMs < known.claimedUntil) return;
    known.claimedUntil = nowMs + epochMaxAgeMs;
    background(this.#refresh(uniqueLink, nowMs));
  }

  /** If so, only the primary may be asked. Reads the tombstone only if the epoch has a change. */
  async isChanged(uniqueLink: string, epoch: Epoch, nowMs: number): Promise<boolean> {
    const since = nowMs - this.#rules.lifeMs;
    if (epoch.changedAt <= since && !this.#tombstones.has(uniqueLink)) return false;
    return (await this.readChangedAt(uniqueLink)) > since;
  }

  /** Milliseconds, rounded up; infinity when the cache fails. */
  async readChangedAt(uniqueLink: string): Promise<number> {
    const here = this.#tombstones.get(uniqueLink) ?? Number.NEGATIVE_INFINITY;
    const changedAt = await this.#readTime(tombstonePath(uniqueLink), Number.POSITIVE_INFINITY);
    return Math.max(here, changedAt ?? here);
  }

  isKnown(uniqueLink: string, epoch: Epoch): boolean {
    return this.#recall(uniqueLink).epoch?.id === epoch.id;
  }

  async publish(uniqueLink: string, nowMs: number): Promise<boolean> {
    const markLifeMs = this.#rules.lifeMs + SKEW_MARGIN_MS;
    for (const [link, at] of this.#tombstones) {
      if (at < nowMs - markLifeMs) this.#tombstones.delete(link);
    }
    const changedAt = nowMs + SKEW_MARGIN_MS;
    this.#tombstones.set(uniqueLink, changedAt);
    const arePut = [
      ...(await Promise.all([
        this.#tryToPut(tombstonePath(uniqueLink), String(changedAt), markLifeMs / 1000),
        this.#tryToPut(lastChangePath(shardOf(uniqueLink)), String(changedAt), EPOCH_TTL_SECONDS),
      ])),
      await this.#putEpoch(uniqueLink, { id: newOpaqueId(), changedAt }),
    ];
    this.#recall(uniqueLink).readAt = Number.NEGATIVE_INFINITY;
    return arePut.every(Boolean);
  }

  async isPublished(uniqueLink: string): Promise<boolean> {
    const changedAt = this.#tombstones.get(uniqueLink) ?? Number.NEGATIVE_INFINITY;
    const [tombstone, last, epoch] = await Promise.all([
      this.#readTime(tombstonePath(uniqueLink), null),
      this.#readTime(lastChangePath(shardOf(uniqueLink)), null),
      this.#getEpoch(uniqueLink),
    ]);
    return [tombstone, last, epoch?.changedAt].every((at) => (at ?? 0) >= changedAt);
  }

  async endEpoch(uniqueLink: string): Promise<void> {
    await Promise.allSettled([this.#edge.invalidate(epochPath(shardOf(uniqueLink)))]);
  }

  async #refresh(uniqueLink: string, nowMs: number): Promise<Epoch> {
    const found = await this.#getEpoch(uniqueLink);
    const known = this.#recall(uniqueLink);
    const epoch =
      found !== null && found.id === known.epoch?.id
        ? known.epoch
        : await this.#adopt(uniqueLink, found ?? (await this.#begin(uniqueLink, nowMs)), nowMs);
    if (found === null) this.#rules.onLost(shardOf(uniqueLink));
    if (nowMs >= known.readAt) Object.assign(known, { epoch, readAt: nowMs, claimedUntil: 0 });
    return epoch;
  }

  /** A lost epoch may have recorded a change until now. */
  async #begin(uniqueLink: string, nowMs: number): Promise<Epoch> {
    const isLost = this.#recall(uniqueLink).epoch !== null;
    const epoch = { id: newOpaqueId(), changedAt: isLost ? nowMs + SKEW_MARGIN_MS : 0 };
    await this.#putEpoch(uniqueLink, epoch);
    return epoch;
  }

  /** The epoch's writer may have missed the last change. A failed read counts as a change of this moment. */
  async #adopt(uniqueLink: string, { id, changedAt }: Epoch, nowMs: number): Promise<Epoch> {
    const last = await this.#readTime(lastChangePath(shardOf(uniqueLink)), nowMs + SKEW_MARGIN_MS);
    return { id, changedAt: Math.max(changedAt, last ?? 0) };
  }

  /** A failed read counts as a lost epoch. */
  async #getEpoch(uniqueLink: string): Promise<Epoch | null> {
    try {
      return parseEpoch(await this.#edge.getMark(epochPath(shardOf(uniqueLink))));
    } catch {
      return null;
    }
  }

  /** Milliseconds; `unread` when the cache fails. */
  async #readTime<Unread>(path: string, unread: Unread): Promise<number | Unread | null> {
    try {
      const mark = await this.#edge.getMark(path);
      return mark === null ? null : Number(mark);
    } catch {
      return unread;
    }
  }

  #putEpoch(uniqueLink: string, { id, changedAt }: Epoch): Promise<boolean> {
    const mark = `${id} ${String(changedAt)}`;
    return this.#tryToPut(epochPath(shardOf(uniqueLink)), mark, EPOCH_TTL_SECONDS);
  }

  /** A failing cache must not undo the committed change. */
  async #tryToPut(path: string, mark: string, ttlSeconds: number): Promise<boolean> {
    try {
      await this.#edge.putMark(path, mark, Math.ceil(ttlSeconds));
      return true;
    } catch {
      return false;
    }
  }

  #recall(uniqueLink: string): Known {
    return (this.#known[shardOf(uniqueLink)] ??= createUnknown());
  }
}

function createUnknown(): Known {
  return { epoch: null, readAt: Number.NEGATIVE_INFINITY, claimedUntil: 0 };
}

function parseEpoch(mark: string | null): Epoch | null {
  const [id = '', changedAt = ''] = mark?.split(' ') ?? [];
  return id === '' ? null : { id, changedAt: Number(changedAt) };
}
