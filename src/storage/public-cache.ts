import { CACHEABLE_KINDS, type CacheableKind } from '../lib/variants.ts';
import type { EdgeCache, EdgeImage, ImageRecord } from './edge-cache.ts';
import { cachePath, changeMarkPath } from './keys.ts';
import { MemoryCache } from './memory-cache.ts';

/** An image in the isolate's memory. Its bytes may be sent by any request: a buffer belongs to none. */
export interface HeldImage {
  readonly record: ImageRecord;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface CacheLimits {
  readonly PUBLIC_CACHE_TTL_MS: number;
  readonly MEMORY_CACHE_BYTES: number;
  readonly MEMORY_CACHE_ENTRY_BYTES: number;
  readonly MEMORY_CACHE_TTL_MS: number;
}

/**
 * Rows read this long after a change still count as older: the clocks of a data centre's machines differ a little,
 * and a replica may lag.
 */
const SETTLE_MS = 5000;

/** What an entry in memory costs besides its bytes. */
const ENTRY_OVERHEAD_BYTES = 2048;

/** Larger images are not held back in memory for a slow client while the edge cache takes its copy. */
const EDGE_ENTRY_MAX_BYTES = 8_388_608;

/**
 * Both caches of public images: the isolate's memory before the data centre's cache.
 *
 * - Nothing lives longer than `PUBLIC_CACHE_TTL_MS` after the row that allows it was asked for, through all tiers:
 *   the moment of that read is part of the entry.
 * - `forget` leaves a mark with its moment, here and in the data centre, for as long as an entry could live. An entry
 *   whose row was read before the mark does not count, so a put that was under way cannot bring an image back, and
 *   whoever finds a mark must read the primary.
 * - Memory of other isolates is out of reach; it answers for `MEMORY_CACHE_TTL_MS` at most after the data centre was
 *   last asked for a mark. Once a mark has stood for as long, nobody here answers with what is older.
 */
export class PublicCache {
  readonly #limits: CacheLimits;
  readonly #edge: EdgeCache;
  readonly #memory: MemoryCache<HeldImage>;
  readonly #changes = new Map<string, number>();

  constructor(limits: CacheLimits, edge: EdgeCache) {
    this.#limits = limits;
    this.#edge = edge;
    this.#memory = new MemoryCache(limits.MEMORY_CACHE_BYTES);
  }

  /** Whole seconds that an answer from this record may still live anywhere. */
  secondsLeft({ readAt }: Pick<ImageRecord, 'readAt'>, nowMs: number): number {
    return Math.max(0, Math.floor((readAt + this.#limits.PUBLIC_CACHE_TTL_MS - nowMs) / 1000));
  }

  /** Whether an image of this size is for memory. */
  isSmall(size: number): boolean {
    return size <= this.#limits.MEMORY_CACHE_ENTRY_BYTES;
  }

  /** Whether the edge cache takes an image of this size. */
  fitsEdge(size: number): boolean {
    return size <= EDGE_ENTRY_MAX_BYTES;
  }

  /** What this isolate holds under a path (`cachePath`). */
  recall(path: string, nowMs: number): HeldImage | null {
    return this.#memory.get(path, nowMs);
  }

  /** How long memory answers without asking the data centre whether an image was changed. */
  get memoryTtlMs(): number {
    return this.#limits.MEMORY_CACHE_TTL_MS;
  }

  /** Keeps an image in memory, unless it was changed after its row was read; `askedAt` is when `find` was called before it was admitted (milliseconds). */
  hold(uniqueLink: string, kind: CacheableKind, image: HeldImage, askedAt: number): void {
    const { record, bytes } = image;
    if (!this.isSmall(bytes.byteLength)) return;
    if (record.readAt <= (this.#changes.get(uniqueLink) ?? Number.NEGATIVE_INFINITY)) return;
    const expiresAt = Math.min(
      askedAt + this.#limits.MEMORY_CACHE_TTL_MS,
      record.readAt + this.#limits.PUBLIC_CACHE_TTL_MS,
    );
    const cost = bytes.byteLength + ENTRY_OVERHEAD_BYTES;
    this.#memory.set(cachePath(uniqueLink, kind), image, cost, expiresAt);
  }

  /** What the data centre holds, and whether the image changed so lately that only the primary knows it. */
  async find(
    uniqueLink: string,
    kind: CacheableKind,
    nowMs: number,
  ): Promise<{ image: EdgeImage | null; isChanged: boolean }> {
    const [image, mark] = await Promise.all([
      this.#edge.find(cachePath(uniqueLink, kind)),
      this.#edge.findMoment(changeMarkPath(uniqueLink)),
    ]);
    const changedAt = Math.max(
      mark ?? Number.NEGATIVE_INFINITY,
      this.#changes.get(uniqueLink) ?? Number.NEGATIVE_INFINITY,
    );
    const isChanged = changedAt > nowMs - this.#limits.PUBLIC_CACHE_TTL_MS;
    if (image === null) return { image, isChanged };
    if (image.record.readAt > changedAt && this.secondsLeft(image.record, nowMs) > 0) {
      return { image, isChanged };
    }
    await image.body.cancel();
    return { image: null, isChanged };
  }

  /** Some bytes of what `find` has just found. */
  findRange(
    uniqueLink: string,
    kind: CacheableKind,
    offset: number,
    length: number,
  ): Promise<ReadableStream | null> {
    return this.#edge.findRange(cachePath(uniqueLink, kind), offset, length);
  }

  /** Gives the data centre its copy. */
  async keep(
    uniqueLink: string,
    kind: CacheableKind,
    record: ImageRecord,
    body: ReadableStream | Uint8Array<ArrayBuffer>,
    nowMs: number,
  ): Promise<void> {
    const seconds = this.secondsLeft(record, nowMs);
    if (seconds > 0) await this.#edge.put(cachePath(uniqueLink, kind), record, body, seconds);
    else if (body instanceof ReadableStream) await body.cancel();
  }

  /**
   * Drops everything under a link, here and in this data centre, and all that is under way to either; memory of other
   * isolates follows within `memoryTtlMs`. To be called once the change is committed, before anybody hears of it.
   */
  async forget(uniqueLink: string, nowMs: number): Promise<void> {
    const lifeMs = this.#limits.PUBLIC_CACHE_TTL_MS + SETTLE_MS;
    for (const [link, changedAt] of this.#changes) {
      if (changedAt < nowMs - lifeMs) this.#changes.delete(link);
    }
    const changedAt = nowMs + SETTLE_MS;
    this.#changes.set(uniqueLink, changedAt);
    const paths = CACHEABLE_KINDS.map((kind) => cachePath(uniqueLink, kind));
    for (const path of paths) this.#memory.delete(path);
    // The mark first: an entry that slips in behind the deletion finds it. A cache that fails must not undo the
    // change that has been made.
    const markPath = changeMarkPath(uniqueLink);
    await Promise.allSettled([this.#edge.putMoment(markPath, changedAt, Math.ceil(lifeMs / 1000))]);
    await Promise.allSettled(paths.map((path) => this.#edge.delete(path)));
  }
}
