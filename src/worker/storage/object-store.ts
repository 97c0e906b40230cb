import { VARIANT_MIME_TYPE } from '../../shared/variants.ts';

/** The platform's limit of a deletion. */
export const KEYS_PER_CALL = 1000;

/** R2's error number. */
const CHECKSUM_MISMATCH = '10037';

export type PutOutcome = 'stored' | 'exists' | 'checksum_mismatch';

export class ObjectStore {
  readonly #bucket: R2Bucket;

  constructor(bucket: R2Bucket) {
    this.#bucket = bucket;
  }

  /** R2 checks the SHA-256 (hexadecimal). A stream must have a known length. Stores all or nothing. */
  async putNew(
    key: string,
    body: ReadableStream | Uint8Array,
    sha256: string,
    contentType: string = VARIANT_MIME_TYPE,
  ): Promise<PutOutcome> {
    try {
      const stored = await this.#bucket.put(key, body, {
        sha256,
        onlyIf: { etagDoesNotMatch: '*' },
        httpMetadata: { contentType },
      });
      return stored === null ? 'exists' : 'stored';
    } catch (error) {
      if (error instanceof Error && error.message.includes(CHECKSUM_MISMATCH))
        return 'checksum_mismatch';
      throw error;
    }
  }

  /** Replaces what is there. R2 checks the SHA-256 (hexadecimal). */
  async replace(key: string, body: Uint8Array, sha256: string, contentType: string): Promise<void> {
    await this.#bucket.put(key, body, { sha256, httpMetadata: { contentType } });
  }

  /** The key may be taken. */
  beginParts(key: string, contentType: string): Promise<R2MultipartUpload> {
    return this.#bucket.createMultipartUpload(key, { httpMetadata: { contentType } });
  }

  open(key: string, range?: { offset: number; length: number }): Promise<R2ObjectBody | null> {
    return range === undefined ? this.#bucket.get(key) : this.#bucket.get(key, { range });
  }

  async read(key: string): Promise<Uint8Array<ArrayBuffer> | null> {
    const object = await this.#bucket.get(key);
    return object === null ? null : new Uint8Array(await object.arrayBuffer());
  }

  head(key: string): Promise<R2Object | null> {
    return this.#bucket.head(key);
  }

  async erase(keys: readonly string[]): Promise<void> {
    for (let start = 0; start < keys.length; start += KEYS_PER_CALL) {
      await this.#bucket.delete(keys.slice(start, start + KEYS_PER_CALL));
    }
  }

  list(options: R2ListOptions): Promise<R2Objects> {
    return this.#bucket.list(options);
  }
}
