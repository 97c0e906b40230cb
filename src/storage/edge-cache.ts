/** What is known about a representation, apart from its bytes. */
export interface ImageRecord {
  readonly imageId: number;
  readonly etag: string;
  readonly lastModifiedMs: number;
  readonly size: number;
  readonly mimeType: string;
  readonly disposition: string;
  /** Whether it is of pipeline 1, where a query may ask for something else under the same path. */
  readonly isLegacy: boolean;
  /** When the row that allows it was asked for (milliseconds): a cache's time to live counts from here. */
  readonly readAt: number;
}

export interface EdgeImage {
  readonly record: ImageRecord;
  readonly body: ReadableStream<Uint8Array>;
}

const RECORD_HEADER = 'Image-Record';
const PARTIAL_CONTENT = 206;

/**
 * The data centre's cache. It only saves work: when it fails, it is as good as empty. Keys are paths on one origin,
 * whatever host a request named, so that a purge of the public URL reaches them too.
 */
export class EdgeCache {
  readonly #cache: Cache;
  readonly #origin: string;

  constructor(cache: Cache, origin: string) {
    this.#cache = cache;
    this.#origin = origin;
  }

  /** A whole image, whose body must be read or cancelled; null when there is none. */
  async get(path: string): Promise<EdgeImage | null> {
    const response = await this.#match(path);
    const record = parseRecord(response);
    if (record === null || response?.body === null || response?.body === undefined) return null;
    return { record, body: response.body };
  }

  /** Some bytes of an image; null when the cache cannot return exactly those. */
  async getRange(path: string, offset: number, length: number): Promise<ReadableStream | null> {
    const range = `bytes=${String(offset)}-${String(offset + length - 1)}`;
    const response = await this.#match(path, { Range: range });
    if (response?.status === PARTIAL_CONTENT) return response.body;
    await response?.body?.cancel();
    return null;
  }

  async put(
    path: string,
    record: ImageRecord,
    body: ReadableStream | Uint8Array<ArrayBuffer>,
    ttlSeconds: number,
  ): Promise<void> {
    const headers = {
      'Cache-Control': `public, max-age=${String(ttlSeconds)}`,
      'Content-Type': record.mimeType,
      'Content-Length': String(record.size),
      [RECORD_HEADER]: JSON.stringify(record),
    };
    await this.#cache.put(this.#origin + path, new Response(body, { headers }));
  }

  async delete(path: string): Promise<void> {
    await this.#cache.delete(this.#origin + path);
  }

  /** When the image behind a tombstone's path changed (milliseconds); null when there is no tombstone. */
  async getTombstone(path: string): Promise<number | null> {
    const response = await this.#match(path);
    return response === undefined ? null : Number(await response.text());
  }

  async putTombstone(path: string, changedAt: number, ttlSeconds: number): Promise<void> {
    const headers = { 'Cache-Control': `public, max-age=${String(ttlSeconds)}` };
    await this.#cache.put(this.#origin + path, new Response(String(changedAt), { headers }));
  }

  async #match(path: string, headers: HeadersInit = {}): Promise<Response | undefined> {
    try {
      return await this.#cache.match(new Request(this.#origin + path, { headers }));
    } catch {
      return undefined;
    }
  }
}

function parseRecord(response: Response | undefined): ImageRecord | null {
  try {
    // The Worker alone writes there; a version that writes it in another form names it anew.
    return JSON.parse(response?.headers.get(RECORD_HEADER) ?? '') as ImageRecord;
  } catch {
    return null;
  }
}
