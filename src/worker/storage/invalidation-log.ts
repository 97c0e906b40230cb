import { newOpaqueId } from '../../shared/ids.ts';
import type { EdgeCache } from './edge-cache.ts';
import { epochOf, epochPath, EPOCHS, lastChangePath, tombstonePath } from './keys.ts';

/** All of a data centre's changes to the images of some links, up to the last one. */
export interface Epoch {
  /** Of its own for each time that an epoch was written. */
  readonly id: string;
  /** When the last change was (milliseconds); 0 when none is known. */
  readonly changedAt: number;
}

/** What this isolate knows of an epoch, and since when (milliseconds). */
interface Known {
  epoch: Epoch | null;
  readAt: number;
  /** Until when a look in the background keeps others from beginning one. */
  claimedUntil: number;
}

export interface LogRules {
  /** For how long a look at an epoch counts. */
  readonly epochMaxAgeMs: number;
  /** For how long anything can be in a cache. */
  readonly lifeMs: number;
  /** Called when what the data centre knew of changes is lost: nothing that memory holds of the epoch can be judged. */
  readonly onLost: (epoch: number) => void;
}

/**
 * Rows read this long after a change still count as older: the clocks of a data centre's machines differ a little,
 * and a replica may lag.
 */
const SETTLE_MS = 5000;

/** When the next look begins in the background, as a share of the time for which one counts. */
const REFRESH_AHEAD = 0.6;

/** How long an epoch stays in the data centre's cache without a change, in seconds. */
const EPOCH_TTL_SECONDS = 86_400;

/**
 * How the isolates of a data centre learn that public images have changed, at no cost while none has.
 *
 * - A change leaves two marks in the data centre's cache, once it is committed and before anybody is told: first the
 *   link's tombstone, with the time of the change, for as long as anything older could live; then a new epoch for the
 *   share of all links that this one belongs to. It waits for `epochMaxAgeMs` after that.
 * - An isolate looks at an epoch once in `epochMaxAgeMs`. So whatever it answers after the change was answered for is
 *   judged by an epoch that is no older than the change.
 * - Whatever is cached carries the id of the epoch that was in the data centre's cache before its row was asked for.
 *   If that is the epoch still, the row cannot be older than a change; if not, the link's tombstone says whether it is.
 *   So a put that was under way brings nothing back. Ids are never written twice: one that took another's place, in
 *   whatever order, is news to all who saw an earlier one.
 * - Where there is no epoch, nothing is known. The isolate writes a new one, forgets what it holds, and takes nothing
 *   more under another epoch than the one that it knows. Where the cache keeps nothing at all (it does so on a domain of
 *   one's own only), memory therefore holds for `epochMaxAgeMs`, and a purge of an epoch's path in all data centres empties
 *   their memory of its links.
 * - Whoever leaves marks reads them back, and leaves them anew if they are not there; in the end the epoch is taken away.
 * - A change whose commit is not confirmed leaves marks, too, and they hold if it commits within `SETTLE_MS`. One that is
 *   cut off between its commit and its marks leaves none: what is cached lives out its time, or until its purge, which is
 *   promised with the commit. A switch that is repeated leaves them; a deletion that is repeated finds no image.
 * - An epoch may have been written by who found none before a change, and take the place of the change's own. So the time
 *   of the last change has a mark of its own, put before the epoch and read after it by whoever meets a new one.
 * - A cache that fails is not one that has no mark: what it cannot say counts as changed.
 * - A replica is asked only where no change is known. Of changes in other data centres nothing is known here: what is
 *   cached may be as old as its time to live allows.
 *
 * Taken for granted is that who looks after a put has ended finds it, that no put takes `SETTLE_MS`, and that the clocks of
 * a data centre differ by less than that, one that was put back among them. An epoch may be evicted at any time, a tombstone not: what
 * was cached before its change would count as unchanged for what is left of its life.
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

  /** A link's epoch; null when it must be looked at first. */
  getEpoch(uniqueLink: string, nowMs: number): Epoch | null {
    const known = this.#recall(uniqueLink);
    // A clock that was put back would have it count for as much longer.
    if (nowMs < known.readAt) known.readAt = Number.NEGATIVE_INFINITY;
    return nowMs < known.readAt + this.#rules.epochMaxAgeMs ? known.epoch : null;
  }

  /**
   * A link's epoch, as it is in the data centre's cache. While one is known, one request looks ahead for all: as many as
   * come at once would otherwise each look, as soon as it is too old.
   */
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

  /** Looks in good time, so that a request which comes later need not wait. */
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

  /** Whether a change may be so recent that only the primary knows of it; asks for the tombstone only if there is one. */
  async isChanged(uniqueLink: string, epoch: Epoch, nowMs: number): Promise<boolean> {
    const since = nowMs - this.#rules.lifeMs;
    if (epoch.changedAt <= since && !this.#tombstones.has(uniqueLink)) return false;
    return (await this.readChangedAt(uniqueLink)) > since;
  }

  /**
   * When the image of a link last changed (milliseconds, a little later than it did), as far as anything knows; later
   * than anything that is cached when the cache does not say.
   */
  async readChangedAt(uniqueLink: string): Promise<number> {
    const here = this.#tombstones.get(uniqueLink) ?? Number.NEGATIVE_INFINITY;
    const changedAt = await this.#readTime(tombstonePath(uniqueLink), Number.POSITIVE_INFINITY);
    return Math.max(here, changedAt ?? here);
  }

  /** Whether an epoch is the one of a link as far as this isolate knows, however long ago it looked. */
  isKnown(uniqueLink: string, epoch: Epoch): boolean {
    return this.#recall(uniqueLink).epoch?.id === epoch.id;
  }

  /** Leaves the marks of a change that is committed; returns whether the cache took them. */
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

  /** Whether the data centre's cache has marks that are no older than this isolate's last change of a link. */
  async isPublished(uniqueLink: string): Promise<boolean> {
    const changedAt = this.#tombstones.get(uniqueLink) ?? Number.NEGATIVE_INFINITY;
    const [tombstone, last, epoch] = await Promise.all([
      this.#readTime(tombstonePath(uniqueLink), null),
      this.#readTime(lastChangePath(epochOf(uniqueLink)), null),
      this.#getEpoch(uniqueLink),
    ]);
    return [tombstone, last, epoch?.changedAt].every((at) => (at ?? 0) >= changedAt);
  }

  /** Takes a link's epoch away, so that nobody holds anything of it any longer. */
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
    if (nowMs >= known.readAt) Object.assign(known, { epoch, readAt: nowMs });
    return epoch;
  }

  /**
   * Writes an epoch where there is none. It counts only once it is in the cache: another may have been written meanwhile.
   * What was lost may have told of a change until now.
   */
  async #begin(uniqueLink: string, nowMs: number): Promise<Epoch> {
    const isLost = this.#recall(uniqueLink).epoch !== null;
    const epoch = { id: newOpaqueId(), changedAt: isLost ? nowMs + SETTLE_MS : 0 };
    await this.#putEpoch(uniqueLink, epoch);
    return epoch;
  }

  /**
   * An epoch that is in the cache, with the last change that is known there: whoever wrote it may not have known of it.
   * Where the cache does not say, it may be of this moment.
   */
  async #adopt(uniqueLink: string, { id, changedAt }: Epoch, nowMs: number): Promise<Epoch> {
    const last = await this.#readTime(lastChangePath(epochOf(uniqueLink)), nowMs + SETTLE_MS);
    return { id, changedAt: Math.max(changedAt, last ?? 0) };
  }

  /** One that cannot be read is lost. */
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
