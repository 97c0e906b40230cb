import { newOpaqueId } from '../../shared/ids.ts';
import type { EdgeCache } from './edge-cache.ts';
import { epochOf, epochPath, EPOCHS, lastChangePath, tombstonePath } from './keys.ts';

/** A data centre's changes to the images of a share of all links, up to the last one. */
export interface Epoch {
  /** Never written twice. */
  readonly id: string;
  /** When the last change was (milliseconds); 0 when none is known. */
  readonly changedAt: number;
}

interface Known {
  epoch: Epoch | null;
  /** Milliseconds. */
  readAt: number;
  /** Until when a refresh in the background keeps others from starting one. */
  claimedUntil: number;
}

export interface LogRules {
  /** How long an isolate trusts an epoch that it has read. */
  readonly epochMaxAgeMs: number;
  readonly lifeMs: number;
  /** Called when an epoch is lost: images of its links in memory cannot be judged any more. */
  readonly onLost: (epoch: number) => void;
}

/** Rows read this long after a change still count as older: clocks of a data centre differ a little, and replicas lag. */
const SETTLE_MS = 5000;

/** When an epoch is refreshed in the background, as a share of the time for which it is trusted. */
const REFRESH_AHEAD = 0.6;

/** How long an epoch stays in the data centre's cache without a change, in seconds. */
const EPOCH_TTL_SECONDS = 86_400;

/**
 * Tells the isolates of a data centre that public images have changed, at no cost while none has. docs/architecture.md
 * explains the protocol. Invariants:
 *
 * - A change puts the link's tombstone (its time, for as long as older data could live), the time of the epoch's last change
 *   and a new epoch into the cache, in this order, after its commit and before anybody hears of it. It then waits
 *   `epochMaxAgeMs`.
 * - An isolate trusts an epoch for `epochMaxAgeMs`: after the change is answered, no isolate trusts an earlier one.
 * - A cached image carries the id of the epoch that was in the cache before its row was read. The same id: the row is current.
 *   Another id: the tombstone decides. So a put that was under way brings nothing back.
 * - Without an epoch, nothing is known: the isolate writes a new one and drops what memory holds of its links. So a purge of
 *   the epoch's path empties the memory of all isolates, and where the cache keeps nothing, memory lives `epochMaxAgeMs`.
 * - An epoch written by an isolate that had found none may replace a change's own: the time of the last change, which is put
 *   before the epoch and read after it, tells of that.
 * - A failed read counts as changed. A replica is asked only while no change is known.
 * - A change without a confirmed commit publishes its marks, too; they hold if it commits within `SETTLE_MS`. A change cut off
 *   before its marks leaves cached images until they expire or are purged.
 *
 * Assumes read-after-write within a data centre, puts that end within `SETTLE_MS`, clocks that differ by less, and
 * tombstones that are not evicted. Changes in other data centres are not known here.
 */
export class InvalidationLog {
  readonly #edge: EdgeCache;
  readonly #rules: LogRules;
  readonly #known = Array.from({ length: EPOCHS }, createUnknown);
  /** When each image was changed by this isolate, by unique link. */
  readonly #tombstones = new Map<string, number>();

  constructor(edge: EdgeCache, rules: LogRules) {
    this.#edge = edge;
    this.#rules = rules;
  }

  /** A link's epoch; null when it must be read first. */
  getEpoch(uniqueLink: string, nowMs: number): Epoch | null {
    const known = this.#recall(uniqueLink);
    // After the clock is put back, the epoch would be trusted for longer.
    if (nowMs < known.readAt) known.readAt = Number.NEGATIVE_INFINITY;
    return nowMs < known.readAt + this.#rules.epochMaxAgeMs ? known.epoch : null;
  }

  /** While an epoch is known, one request refreshes it for all others. */
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

  /** Refreshes an epoch early, so that no request waits for it. */
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

  /** Whether a change may be so recent that only the primary has it. Reads the tombstone only if the epoch has a change. */
  async isChanged(uniqueLink: string, epoch: Epoch, nowMs: number): Promise<boolean> {
    const since = nowMs - this.#rules.lifeMs;
    if (epoch.changedAt <= since && !this.#tombstones.has(uniqueLink)) return false;
    return (await this.readChangedAt(uniqueLink)) > since;
  }

  /** When the image of a link last changed (milliseconds, rounded up); infinitely late when the cache fails. */
  async readChangedAt(uniqueLink: string): Promise<number> {
    const here = this.#tombstones.get(uniqueLink) ?? Number.NEGATIVE_INFINITY;
    const changedAt = await this.#readTime(tombstonePath(uniqueLink), Number.POSITIVE_INFINITY);
    return Math.max(here, changedAt ?? here);
  }

  /** Whether this isolate knows of no later epoch of a link. */
  isKnown(uniqueLink: string, epoch: Epoch): boolean {
    return this.#recall(uniqueLink).epoch?.id === epoch.id;
  }

  async publish(uniqueLink: string, nowMs: number): Promise<boolean> {
    const markLifeMs = this.#rules.lifeMs + SETTLE_MS;
    for (const [link, at] of this.#tombstones) {
      if (at < nowMs - markLifeMs) this.#tombstones.delete(link);
    }
    const changedAt = nowMs + SETTLE_MS;
    this.#tombstones.set(uniqueLink, changedAt);
    const arePut = [
      ...(await Promise.all([
        this.#tryToPut(tombstonePath(uniqueLink), String(changedAt), markLifeMs / 1000),
        this.#tryToPut(lastChangePath(epochOf(uniqueLink)), String(changedAt), EPOCH_TTL_SECONDS),
      ])),
      await this.#putEpoch(uniqueLink, { id: newOpaqueId(), changedAt }),
    ];
    this.#recall(uniqueLink).readAt = Number.NEGATIVE_INFINITY;
    return arePut.every(Boolean);
  }

  /** Whether the data centre's cache has the marks of this isolate's last change of a link. */
  async isPublished(uniqueLink: string): Promise<boolean> {
    const changedAt = this.#tombstones.get(uniqueLink) ?? Number.NEGATIVE_INFINITY;
    const [tombstone, last, epoch] = await Promise.all([
      this.#readTime(tombstonePath(uniqueLink), null),
      this.#readTime(lastChangePath(epochOf(uniqueLink)), null),
      this.#getEpoch(uniqueLink),
    ]);
    return [tombstone, last, epoch?.changedAt].every((at) => (at ?? 0) >= changedAt);
  }

  async endEpoch(uniqueLink: string): Promise<void> {
    await Promise.allSettled([this.#edge.invalidate(epochPath(epochOf(uniqueLink)))]);
  }

  async #refresh(uniqueLink: string, nowMs: number): Promise<Epoch> {
    const found = await this.#getEpoch(uniqueLink);
    const known = this.#recall(uniqueLink);
    const epoch =
      found !== null && found.id === known.epoch?.id
        ? known.epoch
        : await this.#adopt(uniqueLink, found ?? (await this.#begin(uniqueLink, nowMs)), nowMs);
    if (found === null) this.#rules.onLost(epochOf(uniqueLink));
    if (nowMs >= known.readAt) Object.assign(known, { epoch, readAt: nowMs, claimedUntil: 0 });
    return epoch;
  }

  /** Writes an epoch where there is none. A lost one may have told of a change until now. */
  async #begin(uniqueLink: string, nowMs: number): Promise<Epoch> {
    const isLost = this.#recall(uniqueLink).epoch !== null;
    const epoch = { id: newOpaqueId(), changedAt: isLost ? nowMs + SETTLE_MS : 0 };
    await this.#putEpoch(uniqueLink, epoch);
    return epoch;
  }

  /** Adopts an epoch with the last known change; a failed read counts as a change now. */
  async #adopt(uniqueLink: string, { id, changedAt }: Epoch, nowMs: number): Promise<Epoch> {
    const last = await this.#readTime(lastChangePath(epochOf(uniqueLink)), nowMs + SETTLE_MS);
    return { id, changedAt: Math.max(changedAt, last ?? 0) };
  }

  /** Reads an epoch; a failed read counts as a lost epoch. */
  async #getEpoch(uniqueLink: string): Promise<Epoch | null> {
    try {
      return parseEpoch(await this.#edge.getMark(epochPath(epochOf(uniqueLink))));
    } catch {
      return null;
    }
  }

  /** The time in a mark (milliseconds); null when there is none, `unread` when the cache fails. */
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
    return this.#tryToPut(epochPath(epochOf(uniqueLink)), mark, EPOCH_TTL_SECONDS);
  }

  /** A cache that fails must not undo the change that has been made. */
  async #tryToPut(path: string, mark: string, ttlSeconds: number): Promise<boolean> {
    try {
      await this.#edge.putMark(path, mark, Math.ceil(ttlSeconds));
      return true;
    } catch {
      return false;
    }
  }

  #recall(uniqueLink: string): Known {
    return (this.#known[epochOf(uniqueLink)] ??= createUnknown());
  }
}

function createUnknown(): Known {
  return { epoch: null, readAt: Number.NEGATIVE_INFINITY, claimedUntil: 0 };
}

function parseEpoch(mark: string | null): Epoch | null {
  const [id = '', changedAt = ''] = mark?.split(' ') ?? [];
  return id === '' ? null : { id, changedAt: Number(changedAt) };
}
