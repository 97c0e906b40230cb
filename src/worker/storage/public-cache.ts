import { CACHEABLE_KINDS } from '../../shared/variants.ts';
import { InvalidationLog, type Epoch } from './invalidation-log.ts';
import type { EdgeCache, EdgeImage, ImageRecord, Judged } from './edge-cache.ts';
import { FrequencySketch } from './frequency-sketch.ts';
import { cachePath, memoryPaths, pagePath, renditionPaths, shardOf } from './keys.ts';
import { MemoryCache } from './memory-cache.ts';

/** Any request may send its bytes: a buffer belongs to none. */
export interface MemoryImage {
  readonly record: ImageRecord;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface CachedImage {
  readonly uniqueLink: string;
  readonly pipelineVersion: number;
}

/** An image found or kept for it counts as no younger, and as judged by its epoch. */
export interface CacheLookup {
  readonly uniqueLink: string;
  readonly path: string;
  readonly startedAt: number;
  readonly epoch: Epoch;
}

export interface CacheLimits {
  readonly PUBLIC_CACHE_TTL_MS: number;
  readonly MEMORY_CACHE_BYTES: number;
  readonly MEMORY_CACHE_BESIDE_CODECS_BYTES: number;
  readonly MEMORY_CACHE_ENTRY_BYTES: number;
  readonly EDGE_COPIES_BYTES: number;
  readonly CHANGE_LOOK_TTL_MS: number;
}

interface Held extends MemoryImage, Judged {
  readonly uniqueLink: string;
}

/** The copy of a request that was cut off no longer counts after this. */
const COPY_LEASE_MS = 300_000;

const ENTRY_OVERHEAD_BYTES = 2048;

/**
 * The isolate's memory in front of the data centre's edge cache.
 *
 * - Nothing lives longer than `PUBLIC_CACHE_TTL_MS` after the query for its row, through all tiers.
 * - After the answer to a change, no isolate of the data centre answers with older data (`InvalidationLog`).
 * - Pipeline-1 paths with a query are not in memory, and the edge cache cannot list them: only tombstones end them there,
 *   as they do renditions, of which there may be 45.
 */
export class PublicCache {
  readonly #limits: CacheLimits;
  readonly #edge: EdgeCache;
  readonly #memory: MemoryCache<Held>;
  /** An image that would displace a more popular one is not read into memory. */
  readonly #frequency = new FrequencySketch();
  readonly #log: InvalidationLog;
  readonly #copies = new Set<{ readonly size: number; readonly until: number }>();

  constructor(limits: CacheLimits, edge: EdgeCache) {
    this.#limits = limits;
    this.#edge = edge;
    this.#memory = new MemoryCache(limits.MEMORY_CACHE_BYTES);
    this.#log = new InvalidationLog(edge, {
      epochMaxAgeMs: limits.CHANGE_LOOK_TTL_MS,
      lifeMs: limits.PUBLIC_CACHE_TTL_MS,
      onLost: (shard) => {
        this.#memory.invalidateWhere(({ uniqueLink }) => shardOf(uniqueLink) === shard);
      },
    });
  }

  getFromMemory(
    path: string,
    nowMs: number,
    background: (work: Promise<unknown>) => void,
  ): MemoryImage | null {
    const held = this.#memory.get(path, nowMs);
    if (held === null) return null;
    const { uniqueLink, epochId } = held;
    if (epochId !== this.#log.getEpoch(uniqueLink, nowMs)?.id) return null;
    this.#frequency.add(path);
    this.#log.refreshInBackground(uniqueLink, nowMs, background);
    return held;
  }

  /** Without its image, for a link whose row has to be read first. */
  async startLookup(
    uniqueLink: string,
    path: string,
    nowMs: number,
    background: (work: Promise<unknown>) => void,
  ): Promise<CacheLookup> {
    const epoch = await this.#log.readEpoch(uniqueLink, nowMs, background);
    return { uniqueLink, path, startedAt: nowMs, epoch };
  }

  /** Memory, then the edge cache; a body from there must be read or cancelled. */
  async get(
    uniqueLink: string,
    path: string,
    nowMs: number,
    background: (work: Promise<unknown>) => void,
  ): Promise<{ lookup: CacheLookup; image: MemoryImage | EdgeImage | null }> {
    const isHeld = this.#memory.get(path, nowMs) !== null;
    const [epoch, early] = await Promise.all([
      this.#log.readEpoch(uniqueLink, nowMs, background),
      isHeld ? null : this.#edge.get(path),
    ]);
    const lookup = { uniqueLink, path, startedAt: nowMs, epoch };
    // The entry may have gone with its epoch, or another request may have put one.
    const held = early === null ? this.#memory.get(path, nowMs) : null;
    if (held !== null && (await this.#isCurrent(lookup, held))) return { lookup, image: held };
    const image = isHeld ? await this.#edge.get(path) : early;
    if (image === null || (await this.#isCurrent(lookup, image.judged))) return { lookup, image };
    await image.body.cancel();
    return { lookup, image: null };
  }

  isChanged({ uniqueLink, epoch, startedAt }: CacheLookup): Promise<boolean> {
    return this.#log.isChanged(uniqueLink, epoch, startedAt);
  }

  getRangeFromEdge(path: string, offset: number, length: number): Promise<ReadableStream | null> {
    return this.#edge.getRange(path, offset, length);
  }

  /** Counts the view: call it once for each. */
  isWantedInMemory({ uniqueLink, path, epoch }: CacheLookup, size: number): boolean {
    return (
      this.fitsMemory(size) &&
      this.#log.isKnown(uniqueLink, epoch) &&
      !path.includes('?') &&
      this.#isWorthItsPlace(path, size + ENTRY_OVERHEAD_BYTES)
    );
  }

  /** `heldBytes` counts what stays in memory with the image, too. */
  putInMemory(
    { uniqueLink, path, epoch }: CacheLookup,
    image: MemoryImage,
    heldBytes = image.bytes.byteLength,
  ): void {
    if (!this.#log.isKnown(uniqueLink, epoch)) return;
    const { record, bytes } = image;
    const expiresAt = record.readAt + this.#limits.PUBLIC_CACHE_TTL_MS;
    const cost = heldBytes + ENTRY_OVERHEAD_BYTES;
    this.#memory.put(path, { uniqueLink, record, bytes, epochId: epoch.id }, cost, expiresAt);
  }

  async putInEdge(
    { path, epoch }: CacheLookup,
    record: ImageRecord,
    body: ReadableStream | Uint8Array<ArrayBuffer>,
    nowMs: number,
  ): Promise<void> {
    const seconds = this.secondsLeft(record, nowMs);
    if (seconds > 0) await this.#edge.put(path, { record, epochId: epoch.id }, body, seconds);
    else if (body instanceof ReadableStream) await body.cancel();
  }

  /** Call it after the commit, before the answer. Others follow within `epochMaxAgeMs`. False if marks are missing. */
  async invalidate({ uniqueLink, pipelineVersion }: CachedImage, nowMs: number): Promise<boolean> {
    const held = [...memoryPaths(uniqueLink), ...renditionPaths(uniqueLink)];
    for (const path of held) this.#memory.invalidate(path);
    // The marks first: they catch an entry that is put after the deletion.
    const isPublished = await this.#log.publish(uniqueLink, nowMs);
    const paths =
      pipelineVersion === 1
        ? memoryPaths(uniqueLink)
        : [pagePath(uniqueLink), ...CACHEABLE_KINDS.map((kind) => cachePath(uniqueLink, kind))];
    await Promise.allSettled(paths.map((path) => this.#edge.invalidate(path)));
    return isPublished;
  }

  /** False when the marks of the last `invalidate` are missing. */
  isInvalidated(uniqueLink: string): Promise<boolean> {
    return this.#log.isPublished(uniqueLink);
  }

  /** For marks that could not be put: drops the link's shard from the memory of every isolate here. */
  invalidateAll(uniqueLink: string): Promise<void> {
    return this.#log.endEpoch(uniqueLink);
  }

  fitsMemory(size: number): boolean {
    return size <= this.#limits.MEMORY_CACHE_ENTRY_BYTES;
  }

  /**
   * One stream to send, which buffers for a slow client, and one to put. Null when copies under way hold too much.
   * `source` must not come from `fixLength`.
   */
  copy(
    source: ReadableStream,
    size: number,
    nowMs: number,
  ): { readonly toSend: ReadableStream; readonly toPut: ReadableStream } | null {
    let heldBytes = 0;
    for (const copy of this.#copies) {
      if (copy.until <= nowMs) this.#copies.delete(copy);
      else heldBytes += copy.size;
    }
    if (heldBytes + size > this.#limits.EDGE_COPIES_BYTES) return null;
    const held = { size, until: nowMs + COPY_LEASE_MS };
    this.#copies.add(held);
    const [sent, toPut] = source.tee();
    const { readable, writable } = new FixedLengthStream(size);
    const release = (): boolean => this.#copies.delete(held);
    sent.pipeTo(writable).then(release, release);
    return { toSend: readable, toPut };
  }

  makeRoomForCodecs(): void {
    const { MEMORY_CACHE_BYTES, MEMORY_CACHE_BESIDE_CODECS_BYTES } = this.#limits;
    this.#memory.setLimit(Math.min(MEMORY_CACHE_BYTES, MEMORY_CACHE_BESIDE_CODECS_BYTES));
    this.#edge.makeRoomForCodecs();
  }

  get epochMaxAgeMs(): number {
    return this.#limits.CHANGE_LOOK_TTL_MS;
  }

  secondsLeft({ readAt }: Pick<ImageRecord, 'readAt'>, nowMs: number): number {
    return Math.max(0, Math.floor((readAt + this.#limits.PUBLIC_CACHE_TTL_MS - nowMs) / 1000));
  }

  #isWorthItsPlace(path: string, bytes: number): boolean {
    this.#frequency.add(path);
    if (this.#memory.hasRoom(bytes)) return true;
    const victim = this.#memory.findVictim();
    if (victim === null || this.#frequency.count(path) > this.#frequency.count(victim)) return true;
    this.#memory.touch(victim);
    return false;
  }

  /** Reads the tombstone once for each epoch that the isolate remembers. */
  #isCurrent(lookup: CacheLookup, judged: Judged): boolean | Promise<boolean> {
    if (this.secondsLeft(judged.record, lookup.startedAt) === 0) return false;
    return judged.epochId === lookup.epoch.id || this.#judge(lookup, judged);
  }

  async #judge({ uniqueLink, epoch }: CacheLookup, judged: Judged): Promise<boolean> {
    if (judged.record.readAt <= (await this.#log.readChangedAt(uniqueLink))) return false;
    judged.epochId = epoch.id;
    return true;
  }
}
