import { CACHEABLE_KINDS } from '../lib/variants.ts';
import type { EdgeCache, EdgeImage, ImageRecord } from './edge-cache.ts';
import { cachePath, memoryPaths, tombstonePath } from './keys.ts';
import { MemoryCache } from './memory-cache.ts';

/** An image in the isolate's memory. Any request may send its bytes: a buffer belongs to none. */
export interface MemoryImage {
  readonly record: ImageRecord;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** An image that is to be dropped. */
export interface CachedImage {
  readonly uniqueLink: string;
  readonly pipelineVersion: number;
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

/** A larger image is not buffered in memory for a slow client while the edge cache takes its copy. */
const EDGE_ENTRY_MAX_BYTES = 8_388_608;

/**
 * Both tiers of the cache of public images: the isolate's memory in front of the data centre's edge cache.
 *
 * - Nothing lives longer than `PUBLIC_CACHE_TTL_MS` after the row that allows it was asked for, through all tiers:
 *   the time of that read is part of the entry.
 * - `invalidate` leaves a tombstone with its time, in memory and at the edge, for as long as an entry could live. An
 *   entry whose row was read before the tombstone does not count, so a put that was under way cannot bring an image
 *   back, and whoever finds a tombstone must read the primary.
 * - Other isolates' memory is out of reach; each answers from it for at most `MEMORY_CACHE_TTL_MS` after it last
 *   looked for a tombstone at the edge. Once a tombstone has stood that long, nobody here answers with older data.
 * - Paths are those of public links: `cachePath`, or for pipeline 1 the link as it stands, its query in one form. What
 *   a query makes is never in memory, which knows no queries; at the edge nobody can list it, so that the tombstone
 *   alone keeps it back.
 */
export class PublicCache {
  readonly #limits: CacheLimits;
  readonly #edge: EdgeCache;
  readonly #memory: MemoryCache<MemoryImage>;
  /** When each image changed, by unique link. */
  readonly #tombstones = new Map<string, number>();

  constructor(limits: CacheLimits, edge: EdgeCache) {
    this.#limits = limits;
    this.#edge = edge;
    this.#memory = new MemoryCache(limits.MEMORY_CACHE_BYTES);
  }

  /** What this isolate has under a path. */
  getFromMemory(path: string, nowMs: number): MemoryImage | null {
    return this.#memory.get(path, nowMs);
  }

  /** What the data centre has, and whether the image changed so recently that only the primary is up to date. */
  async getFromEdge(
    uniqueLink: string,
    path: string,
    nowMs: number,
  ): Promise<{ image: EdgeImage | null; isChanged: boolean }> {
    const [image, tombstone] = await Promise.all([
      this.#edge.get(path),
      this.#edge.getTombstone(tombstonePath(uniqueLink)),
    ]);
    const changedAt = Math.max(
      tombstone ?? Number.NEGATIVE_INFINITY,
      this.#tombstones.get(uniqueLink) ?? Number.NEGATIVE_INFINITY,
    );
    const isChanged = changedAt > nowMs - this.#limits.PUBLIC_CACHE_TTL_MS;
    if (image === null) return { image, isChanged };
    if (image.record.readAt > changedAt && this.secondsLeft(image.record, nowMs) > 0) {
      return { image, isChanged };
    }
    await image.body.cancel();
    return { image: null, isChanged };
  }

  /** Some bytes of the image that `getFromEdge` has just returned. */
  getRangeFromEdge(path: string, offset: number, length: number): Promise<ReadableStream | null> {
    return this.#edge.getRange(path, offset, length);
  }

  /**
   * Puts an image into this isolate's memory, unless it changed after its row was read. `askedAt` is when
   * `getFromEdge` was called before the image was admitted (milliseconds).
   */
  putInMemory(uniqueLink: string, path: string, image: MemoryImage, askedAt: number): void {
    const { record, bytes } = image;
    if (!this.fitsMemory(bytes.byteLength) || path.includes('?')) return;
    if (record.readAt <= (this.#tombstones.get(uniqueLink) ?? Number.NEGATIVE_INFINITY)) return;
    const expiresAt = Math.min(
      askedAt + this.#limits.MEMORY_CACHE_TTL_MS,
      record.readAt + this.#limits.PUBLIC_CACHE_TTL_MS,
    );
    const cost = bytes.byteLength + ENTRY_OVERHEAD_BYTES;
    this.#memory.put(path, image, cost, expiresAt);
  }

  /** Puts an image into the data centre's cache. */
  async putInEdge(
    path: string,
    record: ImageRecord,
    body: ReadableStream | Uint8Array<ArrayBuffer>,
    nowMs: number,
  ): Promise<void> {
    const seconds = this.secondsLeft(record, nowMs);
    if (seconds > 0) await this.#edge.put(path, record, body, seconds);
    else if (body instanceof ReadableStream) await body.cancel();
  }

  /**
   * Drops everything under a link, in this isolate and this data centre, and all that is on its way into either; other
   * isolates' memory follows within `memoryTtlMs`. Call it once the change is committed, before anybody hears of it.
   */
  async invalidate({ uniqueLink, pipelineVersion }: CachedImage, nowMs: number): Promise<void> {
    const lifeMs = this.#limits.PUBLIC_CACHE_TTL_MS + SETTLE_MS;
    for (const [link, changedAt] of this.#tombstones) {
      if (changedAt < nowMs - lifeMs) this.#tombstones.delete(link);
    }
    const changedAt = nowMs + SETTLE_MS;
    this.#tombstones.set(uniqueLink, changedAt);
    for (const path of memoryPaths(uniqueLink)) this.#memory.delete(path);
    // The tombstone first: an entry that slips in behind the deletion meets it. A cache that fails must not undo the
    // change that has been made.
    const ttlSeconds = Math.ceil(lifeMs / 1000);
    await Promise.allSettled([
      this.#edge.putTombstone(tombstonePath(uniqueLink), changedAt, ttlSeconds),
    ]);
    const paths =
      pipelineVersion === 1
        ? memoryPaths(uniqueLink)
        : CACHEABLE_KINDS.map((kind) => cachePath(uniqueLink, kind));
    await Promise.allSettled(paths.map((path) => this.#edge.delete(path)));
  }

  /** Whether an image of this size goes into memory. */
  fitsMemory(size: number): boolean {
    return size <= this.#limits.MEMORY_CACHE_ENTRY_BYTES;
  }

  /** Whether an image of this size goes into the edge cache. */
  fitsEdge(size: number): boolean {
    return size <= EDGE_ENTRY_MAX_BYTES;
  }

  /** How long memory answers without asking the data centre whether an image has changed. */
  get memoryTtlMs(): number {
    return this.#limits.MEMORY_CACHE_TTL_MS;
  }

  /** Whole seconds that an answer from this record may still live anywhere. */
  secondsLeft({ readAt }: Pick<ImageRecord, 'readAt'>, nowMs: number): number {
    return Math.max(0, Math.floor((readAt + this.#limits.PUBLIC_CACHE_TTL_MS - nowMs) / 1000));
  }
}
