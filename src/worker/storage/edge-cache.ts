import { MemoryCache } from './memory-cache.ts';

export interface ImageRecord {
  readonly imageId: number;
  /** Strong, quotes included. */
  readonly etag: string;
  readonly lastModifiedMs: number;
  readonly size: number;
  readonly mimeType: string;
  readonly disposition: string;
  /** Pipeline 1: a query may ask for another representation under the same path. */
  readonly isLegacy: boolean;
  /** Hosts that may embed the image, separated by spaces; absent for all. */
  readonly allowedSites?: string;
  /** Milliseconds: the row's query, from which the life in caches counts. */
  readonly readAt: number;
}

export interface Judged {
  readonly record: ImageRecord;
  epochId: string;
}

export interface EdgeImage {
  readonly record: ImageRecord;
  readonly body: ReadableStream<Uint8Array>;
  readonly judged: Judged;
}

/** A version that writes another shape must use another name. */
const JUDGED_HEADER = 'Image-Judged';
const PARTIAL_CONTENT = 206;

/**
 * 3 KB each. Parsing a record and writing its headers is half of an answer. A forgotten record costs a read of its
 * tombstone at each view after a change in its shard.
 */
const REMEMBERED_IMAGES = 4096;
/** In an isolate that has run codecs. */
const REMEMBERED_BESIDE_CODECS = 1024;

/** Counts as empty when it fails. Keys are paths on one origin, so that a purge of the public URL reaches them. */
export class EdgeCache {
  readonly #cache: Cache;
  readonly #origin: string;
  /** By the text of their header. */
  readonly #judged = new MemoryCache<Judged>(REMEMBERED_IMAGES);

  constructor(cache: Cache, origin: string) {
    this.#cache = cache;
    this.#origin = origin;
  }

  async get(path: string): Promise<EdgeImage | null> {
    const response = await this.#match(this.#origin + path);
    const text = response?.headers.get(JUDGED_HEADER) ?? null;
    const body = response?.body ?? null;
    if (text === null || body === null) return null;
    const judged = this.#readJudged(text);
    return { record: judged.record, body, judged };
  }

  /** Null when the cache cannot return exactly those bytes. */
  async getRange(path: string, offset: number, length: number): Promise<ReadableStream | null> {
    const range = `bytes=${String(offset)}-${String(offset + length - 1)}`;
    const response = await this.#match(
      new Request(this.#origin + path, { headers: { Range: range } }),
    );
    if (response?.status === PARTIAL_CONTENT) return response.body;
    await response?.body?.cancel();
    return null;
  }

  async put(
    path: string,
    { record, epochId }: Readonly<Judged>,
    body: ReadableStream | Uint8Array<ArrayBuffer>,
    ttlSeconds: number,
  ): Promise<void> {
    const headers = {
      'Cache-Control': `public, max-age=${String(ttlSeconds)}`,
      'Content-Type': record.mimeType,
      'Content-Length': String(record.size),
      [JUDGED_HEADER]: JSON.stringify({ record, epochId }),
    };
    await this.#cache.put(this.#origin + path, new Response(body, { headers }));
  }

  async invalidate(path: string): Promise<void> {
    await this.#cache.delete(this.#origin + path);
  }

  makeRoomForCodecs(): void {
    this.#judged.setLimit(REMEMBERED_BESIDE_CODECS);
  }

  /** @throws when the cache fails: a failure is not an absence. */
  async getMark(path: string): Promise<string | null> {
    const response = await this.#cache.match(this.#origin + path);
    return response === undefined ? null : response.text();
  }

  async putMark(path: string, mark: string, ttlSeconds: number): Promise<void> {
    const headers = { 'Cache-Control': `public, max-age=${String(ttlSeconds)}` };
    await this.#cache.put(this.#origin + path, new Response(mark, { headers }));
  }

  #readJudged(text: string): Judged {
    const known = this.#judged.get(text, 0);
    if (known !== null) return known;
    const judged = JSON.parse(text) as Judged;
    this.#judged.put(text, judged, 1, Infinity);
    return judged;
  }

  async #match(request: Request | string): Promise<Response | undefined> {
    try {
      return await this.#cache.match(request);
    } catch {
      return undefined;
    }
  }
}
